#pragma once
// What the parts of MCTS share; nobody else includes this.
//
//   mcts.c           the search: its threads, and when to stop
//   mcts_simulate.c  one simulation: down the tree and back up
//   mcts_expand.c    a node's children, evaluated
//   mcts_answer.c    what the tree says: best move, line, whether it is settled
//   mcts_root.c      keeping the tree from move to move

#include <pthread.h>

#include "search/mcts.h"
#include "search/tree.h"

#define PATH_MAX_NODES 512

// What one thread needs. Taken at the start, all of it.
typedef struct Searcher {
    Mcts *mcts;
    pthread_t thread;
    bool is_first;                 // the calling thread's
    Position path[PATH_MAX_NODES]; // positions from the root down
    uint32_t nodes[PATH_MAX_NODES];
    Move moves[MOVES_MAX];
    int values[MOVES_MAX];
    uint32_t order[MOVES_MAX];
    // Of the children being made, in their order.
    int ordered[MOVES_MAX]; // values
    float chances[MOVES_MAX];
    float priors[MOVES_MAX];
    float weights[MOVES_MAX];
    void *solver; // the evaluation's own memory
} Searcher;

struct Mcts {
    const Evaluator *evaluator;
    MctsSettings settings;
    int thread_count;
    Searcher *searchers; // one a thread
    char *solvers;       // the evaluation's memory, for each thread
    Tree tree;
    Tree spare; // what the tree is copied to when its root moves
    uint32_t root;
    Position root_pos; // meaningful while root is not 0
    // The search under way.
    const Thinking *thinking;
    int64_t start_ns;
    int64_t deadline_ns; // INT64_MAX: none
    atomic_bool is_over;
    _Atomic uint64_t simulations;
};

// The chance of the side that moved into the node, 0 to 1; a visit under way counts as lost.
static inline float mcts_mean_chance(const Node *node) {
    uint64_t sum = atomic_load_explicit(&node->chance_sum, memory_order_relaxed);
    uint32_t visits = atomic_load_explicit(&node->visits, memory_order_relaxed);
    return (float)(sum + node->chance) / ((float)(visits + 1) * CHANCE_ONE);
}

// The value of a proof for the side to move, who is not the one that it is told for.
static inline float mcts_proven_value(Proof proof) {
    return proof == PROOF_WIN ? 0.0f : proof == PROOF_LOSS ? 1.0f : 0.5f;
}

// Makes the root that of the game's position: the old tree's, if the position is at most two moves
// below the old root, else a new one.
void mcts_move_root(Mcts *mcts, const Game *game);

// Goes down from the root to a leaf, expands it and adds its value to all that were passed.
void mcts_simulate(Searcher *searcher);

// Expands a node and returns its value for its side to move. Another thread may be at it, or memory
// may be out: then the node's own first value has to do.
float mcts_expand(Searcher *searcher, Node *node, const Position *pos);

// The move to play: proven wins first, then the most visited one that is not proven lost. 0 without
// children.
uint32_t mcts_best_child(const Tree *tree, const Node *node);

// Whether `left` more simulations could not bring the second best level with the best.
bool mcts_is_settled(const Mcts *mcts, double left);

// Whether the line expected so far is as long as a depth limit asks for.
bool mcts_is_deep_enough(const Mcts *mcts, int depth);

void mcts_fill_report(const Mcts *mcts, EngineReport *report);
