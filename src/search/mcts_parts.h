#pragma once
// What the parts of MCTS share; nobody else includes this.
//
//   mcts.c           the search: its threads, and when to stop
//   mcts_simulate.c  one simulation: down the tree and back up
//   mcts_expand.c    a node's children, evaluated
//   mcts_answer.c    what the tree says: best move, line, whether it is settled
//   mcts_root.c      keeping the tree from move to move
//   mcts_known.c     a root that needs no search

#include "base/crew.h"
#include "search/deadline.h"
#include "search/mcts.h"
#include "search/table.h"
#include "search/tree.h"

#define PATH_MAX_NODES 512

// What one thread needs. Taken at the start, all of it.
typedef struct Searcher {
    Mcts *mcts;
    void *solver; // the evaluation's own memory
    // The search under way.
    _Atomic uint64_t simulations; // by this thread; others only read it
    uint64_t clock_simulations;   // when to look at the clock again
    uint64_t clock_interval;      // how many simulations after the last time
    Watch watch;                  // its looks
    int64_t settled_ns;           // when to ask again whether the answer is settled
    int64_t report_ns;            // when to tell the listener again
    // The simulation under way, and the children being made.
    Position path[PATH_MAX_NODES]; // positions from the root down
    uint32_t nodes[PATH_MAX_NODES];
    Move moves[MOVES_MAX];
    int values[MOVES_MAX];
    uint32_t order[MOVES_MAX];
    int ordered[MOVES_MAX]; // values in this order, and so the rest
    float chances[MOVES_MAX];
    float priors[MOVES_MAX];
    float weights[MOVES_MAX];
} Searcher;

struct Mcts {
    const Evaluator *evaluator;
    MctsSettings settings;
    Crew *crew;
    Searcher *searchers; // one a thread
    char *solvers;       // the evaluation's memory, for each thread
    Tree tree;
    Table twins;          // the nodes with children, by their positions
    uint64_t tree_number; // tells the tree's indices from those before they changed
    uint32_t root;
    Position root_pos; // meaningful while root is not 0
    // The search under way.
    const Thinking *thinking;
    int64_t crew_ns; // when all threads set to work
    atomic_bool is_over;
    atomic_bool is_full; // the tree: no node gets children any more
};

// The chance of the side that moved into the node, in units of CHANCE_ONE: the mean over its visits
// and minimax, each at its share. In the mean minimax counts as a visit more, and one under way as
// lost; `bonus` is added to what it is the mean of.
static inline float mcts_score(const Mcts *mcts, const Node *node, float bonus) {
    const float share = mcts->settings.minimax;
    uint64_t sum = atomic_load_explicit(&node->chance_sum, memory_order_relaxed);
    uint32_t visits = atomic_load_explicit(&node->visits, memory_order_relaxed);
    uint16_t minimax = atomic_load_explicit(&node->minimax, memory_order_relaxed);
    return ((1.0f - share) * (float)(int64_t)(sum + minimax) + bonus) / (float)(visits + 1) +
           share * minimax;
}

// The same as a number from 0 to 1.
static inline float mcts_chance(const Mcts *mcts, const Node *node) {
    return mcts_score(mcts, node, 0) / CHANCE_ONE;
}

// The value of a proof for the side to move, who is not the one that it is told for.
static inline float mcts_proven_value(Proof proof) {
    return proof == PROOF_WIN ? 0.0f : proof == PROOF_LOSS ? 1.0f : 0.5f;
}

// Empties the tree but for a root.
void mcts_reset_tree(Mcts *mcts);

// Makes the root that of the game's position: the old tree's, if the position is at most two moves
// below the old root, else a new one. Makes room where it is getting short.
void mcts_move_root(Mcts *mcts, const Game *game);

// Decides the root without a search, where the result of the game is known: the move that keeps it
// becomes the most visited one. False if a search is needed.
bool mcts_decide_root(Mcts *mcts);

// Goes down from the root to a leaf, expands it and adds its value to all that were passed. False,
// and nothing is changed, if other threads are busy wherever the way leads.
bool mcts_simulate(Searcher *searcher);

// Expands a node and finds its value for its side to move. When memory is out the node's own first
// value has to do. False if another thread is at it.
bool mcts_expand(Searcher *searcher, Node *node, const Position *pos, float *value);

// The move to play: proven wins first, then the most visited one that is not proven lost. 0 without
// children.
uint32_t mcts_best_child(const Mcts *mcts, const Node *node);

// Whether `left` more simulations could not bring the second best level with the best.
bool mcts_is_settled(const Mcts *mcts, double left);

// Whether the line expected so far is as long as a depth limit asks for.
bool mcts_is_deep_enough(const Mcts *mcts, int depth);

// Simulations of all threads in the search under way.
uint64_t mcts_simulations(const Mcts *mcts);

void mcts_fill_report(const Mcts *mcts, EngineReport *report);
