#pragma once
// The loops over a node's children. A long search would spend a third of its time in them, as nodes
// near the root have visited hundreds. So there are two of each: a plain one, which says what is
// computed, and a wide one that looks at several children at a time, eight with AVX2 and four in
// WebAssembly. They give the same results, to the bit.
//
// Children are nodes that lie side by side. The wide loops read a few behind the last one: a tree
// has that much room behind its nodes (TREE_SLACK).

#include "search/tree.h"

// Q + bonus / (visits + 1) for the side that moved into the node, in units of WP_ONE; with PUCT's c
// * prior * sqrt(parent's visits) as the bonus this is the selection score. Q is a mix of the mean
// over the visits, in which minimax counts as one more visit, and of a share of minimax. A visit
// under way adds to `visits` but not yet to `wp_sum`: a virtual loss.
static inline float child_score(const Node *node, float share, float bonus) {
    uint64_t sum = atomic_load_explicit(&node->wp_sum, memory_order_relaxed);
    uint32_t visits = atomic_load_explicit(&node->visits, memory_order_relaxed);
    uint16_t minimax = atomic_load_explicit(&node->minimax, memory_order_relaxed);
    return ((1.0f - share) * (float)(int64_t)(sum + minimax) + bonus) / (float)(visits + 1) +
           share * minimax;
}

// A proof as minimax is: for the side that moved into the node.
static inline uint16_t proven_minimax(Proof proof) {
    return proof == PROOF_WIN ? WP_ONE : proof == PROOF_DRAW ? WP_ONE / 2 : 0;
}

// Below the score of any child.
#define CHILDREN_NO_SCORE (-2.0f * WP_ONE)

// A selection under way.
typedef struct ChildrenChoice {
    float share;      // of minimax in Q
    float scale;      // the bonus of a child is this times its prior
    float reduction;  // first-play urgency: so much less is the score of an unvisited child
    float score;      // of the best child so far; CHILDREN_NO_SCORE if there is none
    const Node *best; // null if there is none
    bool is_blocked;  // another thread is expanding a candidate
} ChildrenChoice;

typedef struct ChildrenLoops {
    // Looks among `count` children for the one to visit: a proven win, or the best by score of
    // those that are not proven losses, up to the first unvisited one. True if it need not be
    // looked for behind them.
    bool (*select)(const Node *children, uint32_t count, ChildrenChoice *choice);

    // Raises `*best` to the highest minimax, or proof, among `count` children, up to the first
    // unvisited one. True if all have been visited.
    bool (*minimax)(const Node *children, uint32_t count, uint32_t *best);
} ChildrenLoops;

// The plain loops.
extern const ChildrenLoops CHILDREN_PLAIN;

// The fastest that run here.
const ChildrenLoops *children_loops(void);
