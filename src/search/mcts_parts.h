#pragma once
// Shared by the files of MCTS only.
//
//   mcts.c           the search: its threads, and when to stop
//   mcts_simulate.c  one simulation: selection, backup
//   mcts_expand.c    expansion and evaluation of a leaf
//   mcts_refute.c    a look at a few replies that may make the expansion unnecessary
//   mcts_answer.c    reading the tree: best move, principal variation, whether more search matters
//   mcts_root.c      the tree's room: kept from move to move, pruned when it is full
//   mcts_solved.c    a root whose result is known exactly
//   mcts_save.c      the tree as text, for a program that is started anew for each move
//   mcts_restore.c   and back
//   mcts_stored.c    nodes that were restored, when they are visited

#include "base/thread_pool.h"
#include "search/children.h"
#include "search/deadline.h"
#include "search/mcts.h"
#include "search/mcts_stored.h"
#include "search/tree.h"
#include "search/tt.h"

// More than the plies of any game: Quoridor's caps are 400 at most, and Amazons has 92 squares for
// arrows. A simulation that comes so deep backs up what the last node has.
#define PATH_MAX_NODES 512

// One thread's state and buffers, allocated with the engine.
typedef struct MctsThread {
    Mcts *mcts;
    void *solver; // memory for Evaluator.solve
    // The current search.
    _Atomic uint64_t simulations; // by this thread; the others only read it
    uint64_t clock_simulations;   // the count at which to read the clock again
    uint64_t clock_interval;      // simulations between the last two readings
    Watch watch;                  // its readings
    int64_t settled_ns;           // when to check again whether the move is settled
    int64_t report_ns;            // when to call the listener again
    uint32_t widen_node;          // a node on a path that shall be widened; 0 for none
    Position widen_pos;           // its position
    // The current simulation, and the children being made.
    Position path[PATH_MAX_NODES]; // positions from the root down
    uint32_t nodes[PATH_MAX_NODES];
    Move moves[MOVES_MAX];
    Move replies[MOVES_MAX]; // those of them that may refute the leaf
    int values[MOVES_MAX];
    int mixed[MOVES_MAX];      // the policy's logits and values, where there is a policy
    uint32_t order[MOVES_MAX]; // of the children
    int ordered[MOVES_MAX];    // values in this order; so are the following
    float wps[MOVES_MAX];
    float priors[MOVES_MAX];
    float weights[MOVES_MAX];
} MctsThread;

struct Mcts {
    const Evaluator *evaluator;
    MctsSettings settings;
    float optimism_odds; // e to the power of settings.optimism
    const ChildrenLoops *loops;
    ThreadPool *pool;
    MctsThread *threads; // one a thread
    char *solvers;       // memory for Evaluator.solve, for each thread
    Tree tree;
    Tt transpositions;    // expanded nodes by position
    uint64_t tree_number; // part of their keys: entries of another tree are not found
    StoredTree stored;    // what leaves had before they were restored
    uint32_t root;
    Position root_pos; // meaningful while root is not 0
    bool has_policy;   // for the root's board
    // The current search.
    const Thinking *thinking;
    int64_t threads_start_ns; // when all threads began
    atomic_bool is_over;
    atomic_bool is_full;   // no room in the tree: leaves stay unexpanded
    bool may_prune;        // room is made then
    atomic_bool is_paused; // the threads leave the tree alone, so that it can be changed
};

// Q as a win probability, 0 to 1.
static inline float mcts_wp(const Mcts *mcts, const Node *node) {
    return child_score(node, mcts->settings.minimax, 0) / WP_ONE;
}

// A win probability of which the odds are divided by a number.
static inline float mcts_divide_odds(float wp, float divisor) {
    return wp / (wp + (1.0f - wp) * divisor);
}

// A first evaluation as it is stored, in units of 1 / WP_ONE: its logit is less by `optimism`.
static inline uint16_t mcts_discounted_wp(const Mcts *mcts, float wp) {
    return (uint16_t)portable_round(mcts_divide_odds(wp, mcts->optimism_odds) * WP_ONE);
}

// The first evaluation from what is stored.
static inline float mcts_first_wp(const Mcts *mcts, uint16_t discounted_wp) {
    return mcts_divide_odds((float)discounted_wp / WP_ONE, 1.0f / mcts->optimism_odds);
}

// A proof as a win probability of the side to move; a Proof is for the side that moved into the
// node.
static inline float mcts_proven_value(Proof proof) {
    return proof == PROOF_WIN ? 0.0f : proof == PROOF_LOSS ? 1.0f : 0.5f;
}

// Empties the tree and makes a root without children.
void mcts_reset_tree(Mcts *mcts);

// Sets the root to the game's position: a node of the old tree, if the position is at most two
// moves below the old root, else a new one. Compacts the tree when half of it is used, or earlier
// where the time for a move is short.
void mcts_move_root(Mcts *mcts, const Game *game);

// Makes room in a full tree: nodes with few visits become leaves again, so many that about half of
// it is free. No thread may be searching. False, and nothing is changed, if there is no time for
// it. Clears `may_prune` then, and where so little came free that it is not worth doing again.
bool mcts_prune(Mcts *mcts);

// Notes that something found no room in the tree.
void mcts_report_full(Mcts *mcts);

// The child of the root, if that has this position, to which a move leads; 0 if it is no node.
uint32_t mcts_find_child(const Mcts *mcts, const Position *pos, Move move);

// Decides the root without a search where Evaluator.solve knows the result: the move that keeps the
// result becomes the most visited one. False if a search is needed.
bool mcts_answer_solved(Mcts *mcts);

// One simulation: selects a leaf, expands it and backs its value up. False, and nothing is changed,
// if other threads are expanding every node that could be selected.
bool mcts_simulate(MctsThread *thread);

// Expands a node and returns its value for its side to move in `*value`. When the tree is full the
// value is the node's first evaluation. A refuted leaf gets a value but no children. `parent` is
// null for a root. False if another thread is expanding the node.
bool mcts_expand(
    MctsThread *thread, Node *node, const Node *parent, const Position *pos, float *value);

// Looks for a reply that refutes a leaf, among the `move_count` moves in thread->moves: one that
// makes it worse than another child of its parent by `margin`. True if there is one: the leaf's
// minimax is set, and `*value` as by mcts_expand.
bool mcts_refute(MctsThread *thread, Node *leaf, const Node *parent, const Position *pos,
    size_t move_count, float *value);

// The same by another leaf with the same position, which was refuted before: nothing is evaluated.
bool mcts_refute_as(
    const Mcts *mcts, Node *leaf, const Node *parent, const Node *other, float *value);

// What priors are made of and children are ordered by: a number for each move of thread->moves, in
// thousandths, and the temperature of the softmax.
typedef struct MctsRanks {
    const int *of_moves;
    float temperature;
} MctsRanks;

static inline MctsRanks mcts_rank_by_value(const MctsThread *thread) {
    return (MctsRanks){thread->values, thread->mcts->settings.temperature};
}

// The win probabilities of the first `count` moves in thread->order, and two softmaxes, not yet
// divided by their sums: the priors, of the ranks, and the weights of the value target, of the
// values.
void mcts_weigh(MctsThread *thread, MctsRanks ranks, size_t count);

// The value target of an unexpanded node by these.
float mcts_value_target(const MctsThread *thread, const Node *node, size_t count);

// Whether a node has been visited often enough for the children that were left out.
static inline bool mcts_is_widening_due(const Mcts *mcts, const Node *node) {
    const int widen = mcts->settings.widen;
    return !node->has_all_children && widen > 0 &&
           atomic_load_explicit(&node->visits, memory_order_relaxed) >= (uint32_t)widen;
}

// Gives an expanded node the children that were left out. No thread may be searching. When the tree
// is full the node stays as it is.
void mcts_widen(MctsThread *thread, Node *node, const Position *pos);

// Gives a node children once more, of the `count` moves in thread->moves: those of an expansion,
// or all if it had all. False when the tree is full.
bool mcts_make_children_again(
    MctsThread *thread, Node *node, const Position *pos, size_t count, bool has_all);

// Lets other nodes with this position share the children of the node.
void mcts_enter_transposition(Mcts *mcts, const Node *node, const Position *pos);

// Follows the nodes that a compaction moved, and forgets the others. No thread may be searching.
void mcts_renumber_transpositions(Mcts *mcts);

// Gives a leaf that has a record (mcts_stored.h) the children that it had. False if it has none,
// another thread is at it, or the tree is full: then it is a leaf like others.
bool mcts_unfold(MctsThread *thread, Node *node, const Position *pos);

// The move to play: proven wins first, then the most visited one that is not proven lost. 0 without
// children.
uint32_t mcts_best_child(const Mcts *mcts, const Node *node);

// Whether `left` more simulations are too few for the second most visited move to catch up.
bool mcts_is_settled(const Mcts *mcts, double left);

// Whether the principal variation is at least `depth` moves long.
bool mcts_is_deep_enough(const Mcts *mcts, int depth);

// Simulations of all threads in the current search.
uint64_t mcts_simulations(const Mcts *mcts);

void mcts_fill_report(const Mcts *mcts, EngineReport *report);
