#pragma once
// The search tree of MCTS: nodes in one block of memory that is taken at the start and never grows.
//
// Children of a node lie side by side, so a node knows them by the index of the first and a count.
// Few of them are ever visited, and those come first: so children of which there are many are
// folded. The first few are nodes, the rest lie behind them as seeds, a quarter of the size, until
// one of them is wanted.
//
// A position that comes about in several ways has a node for each, and these may share their
// children. It is a tree all the same in what matters here: no node is below itself.
//
// Several threads may search one tree: everything that changes after a node was made is atomic, and
// who expands a node is settled by a compare-and-swap on `children`. Node 0 stands for none.
//
// Chances are those of the side that moved into the node, as fractions of CHANCE_ONE: they are sums
// and averages of integers, so the result does not depend on the order of additions.

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/rules.h"

#define CHANCE_ONE 65535
#define PRIOR_ONE 65535

typedef enum Proof { PROOF_NONE, PROOF_LOSS, PROOF_DRAW, PROOF_WIN } Proof;

// The values of Node.children that are no index.
#define CHILDREN_NONE 0u
#define CHILDREN_BEING_MADE UINT32_MAX

// Children that are nodes from the beginning.
#define CHILDREN_AT_HAND 4

typedef struct Node {
    _Atomic uint64_t chance_sum; // of the visits that have come back
    _Atomic uint32_t visits; // those under way included: until they come back they count as lost
    _Atomic uint32_t children;
    _Atomic uint32_t rest; // the first child after those at hand; none while they are folded
    Move move;             // that led here
    // As first evaluated; once there are children, what minimax over the first evaluations below
    // comes to.
    _Atomic uint16_t minimax;
    uint16_t prior;        // share of the attention, of PRIOR_ONE among its siblings
    uint16_t child_count;  // set before `children`
    _Atomic uint8_t proof; // for the side that moved into the node
    bool has_all_children; // whether every legal move is among them: only then can a loss be proven
} Node;

// What is known of a child that nobody has visited.
typedef struct Seed {
    Move move;
    uint16_t chance;
    uint16_t prior;
} Seed;

typedef struct Tree {
    Node *nodes;
    uint32_t capacity;
    _Atomic uint32_t used;
    // For tree_keep_below: which nodes stay, which of them are seeds in truth, and how many of
    // those that stay stand before each word of marks.
    uint64_t *marks;
    uint64_t *seed_marks;
    uint32_t *ranks;
    size_t size_bytes; // of all four
} Tree;

// Takes the memory; false if it cannot be had.
bool tree_init(Tree *tree, size_t memory_bytes);
void tree_release(Tree *tree);

// Forgets all and makes a root without children.
uint32_t tree_reset(Tree *tree);

// Room for nodes side by side, cleared; 0 when the tree is full.
uint32_t tree_allocate(Tree *tree, uint32_t count);

// Room for folded children, more than those at hand: cleared nodes and then the seeds, not cleared;
// 0 when the tree is full.
uint32_t tree_allocate_folded(Tree *tree, uint32_t count);

static inline Node *tree_node(const Tree *tree, uint32_t index) {
    return &tree->nodes[index];
}

// The seeds of children that begin at `first`.
static inline Seed *tree_seeds(const Tree *tree, uint32_t first) {
    return (Seed *)tree_node(tree, first + CHILDREN_AT_HAND);
}

// Shows children, filled in from `first` on side by side or folded, to whoever looks at their node.
static inline void tree_give_children(Node *node, uint32_t first, uint32_t count, bool is_folded) {
    bool has_rest = count > CHILDREN_AT_HAND && !is_folded;
    node->child_count = (uint16_t)count;
    atomic_store(&node->rest, has_rest ? first + CHILDREN_AT_HAND : CHILDREN_NONE);
    atomic_store(&node->children, first);
}

// Gives a node the children of another, as far as they are nodes now; false if that has none yet.
static inline bool tree_share_children(Node *node, const Node *twin) {
    uint32_t first = atomic_load(&twin->children);
    uint32_t rest = atomic_load(&twin->rest);
    if (first == CHILDREN_NONE || first == CHILDREN_BEING_MADE) {
        return false;
    }
    node->child_count = twin->child_count;
    node->has_all_children = twin->has_all_children;
    atomic_store(&node->rest, rest == CHILDREN_BEING_MADE ? CHILDREN_NONE : rest);
    atomic_store(&node->children, first);
    return true;
}

// Makes nodes of a node's seeds. False, and nothing is changed, when the tree is full or another
// thread is at it.
bool tree_unfold(Tree *tree, Node *node);

// How many of a node's children are nodes. The others have never been visited and come after them.
static inline uint32_t tree_open_count(const Node *node) {
    uint32_t first = atomic_load_explicit(&node->children, memory_order_acquire);
    uint32_t rest = atomic_load_explicit(&node->rest, memory_order_acquire);
    if (first == CHILDREN_NONE || first == CHILDREN_BEING_MADE) {
        return 0;
    }
    bool is_folded = rest == CHILDREN_NONE || rest == CHILDREN_BEING_MADE;
    return is_folded && node->child_count > CHILDREN_AT_HAND ? CHILDREN_AT_HAND : node->child_count;
}

// The index of one of these.
static inline uint32_t tree_child(const Node *node, uint32_t which) {
    return which < CHILDREN_AT_HAND
               ? atomic_load_explicit(&node->children, memory_order_acquire) + which
               : atomic_load_explicit(&node->rest, memory_order_acquire) + which - CHILDREN_AT_HAND;
}

// Forgets all that is not below a node, moves the rest together, and returns the node's new index.
// Nobody may be searching. Takes a few nanoseconds for each node in use.
uint32_t tree_keep_below(Tree *tree, uint32_t index);
