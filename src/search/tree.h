#pragma once
// The search tree of MCTS: nodes in one block of memory, allocated when the engine is made.
//
// A node's life:
//
//   unexpanded                 expanded                             materialized
//   +--------+   evaluate all  +--------+   a fifth child is        +--------+
//   |  node  |   moves, keep   |  node  |   to be visited           |  node  |
//   +--------+   the best      +---+----+   (tree_materialize)      +---+----+
//   children 0   ------------> children |   --------------------->  |   | more_children
//                                       v                           |   +-----------------+
//                              +--+--+--+--+--------------+         v                     v
//                              |n0|n1|n2|n3|e4 e5 e6 e7 ..|  +--+--+--+--+-------+  +--+--+--+--+
//                              +--+--+--+--+--------------+  |n0|n1|n2|n3| edges |  |n4|n5|n6|n7|
//                                 nodes     edges, 1/4 of    +--+--+--+--+-------+  +--+--+--+--+
//                                           a node each
//
// Children lie side by side in the order of their priors (mcts.h), so a node stores the index of
// the first and a count. Most children are never visited: only the first EAGER_CHILDREN are nodes
// at once; the others are edges (move, prior, first evaluation) until one of them is selected, and
// then all of them become nodes. `pending` in place of an index means that a thread is at it.
//
// Compacted: tree_compact keeps what is below a new root, moves it to the front of the block and
// renumbers it, so that the tree is kept from move to move. When the block is full, leaves stay
// unexpanded until tree_prune makes room.
//
// Transpositions: two nodes with the same position may have the same children
// (tree_share_children). They must have the same ply, so no node is its own descendant.
//
// Threads: everything that changes after a node was made is atomic, and a compare-and-swap on
// `children` decides which thread expands a node. Index 0 is no node.
//
// Win probabilities (wp) are those of the side that moved into the node, in units of 1 / WP_ONE:
// integers, so that sums do not depend on the order of additions.

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/rules.h"

#define WP_ONE 65535
#define PRIOR_ONE 65535

// A search ends when its root has so many visits. The loops of children.c need that: they take
// visits + 1 for an int32_t, and turn a wp_sum of up to 52 bits into a float.
#define VISITS_MAX (UINT32_C(1) << 30)

typedef enum Proof { PROOF_NONE, PROOF_LOSS, PROOF_DRAW, PROOF_WIN } Proof;

// The values of Node.children and Node.more_children that are no index.
#define CHILDREN_NONE 0u
#define CHILDREN_PENDING UINT32_MAX

// Children that are nodes from the beginning.
#define EAGER_CHILDREN 4

// Nodes of memory behind the last one: the wide loops of children.h read past the children they are
// asked about.
#define TREE_SLACK 7

typedef struct Node {
    _Atomic uint64_t wp_sum;   // of the visits that have been backed up
    _Atomic uint32_t visits;   // those under way included: the difference is the virtual loss
    _Atomic uint32_t children; // the first child
    // The first child after the eager ones; none while those are edges. Of a node without children
    // the number of its record.
    _Atomic uint32_t more_children;
    Move move; // that led here
    // The first evaluation, or that after the reply that refutes the node; once there are children,
    // minimax over the first evaluations below.
    _Atomic uint16_t minimax;
    uint16_t prior;        // in units of 1 / PRIOR_ONE; the siblings' sum is one
    uint16_t child_count;  // nodes and edges; set before `children`
    _Atomic uint8_t proof; // for the side that moved into the node
    bool has_all_children; // no legal move was left out: only then can a loss be proven
} Node;

// A move to a child that has no node yet.
typedef struct Edge {
    Move move;
    uint16_t wp; // first evaluation
    uint16_t prior;
} Edge;

typedef struct Tree {
    Node *nodes;
    uint32_t capacity;
    _Atomic uint32_t used;
    // For tree_compact, one bit a slot: which slots stay, and which of them hold edges. `ranks` is
    // the number of slots that stay before each word of marks.
    uint64_t *marks;
    uint64_t *edge_marks;
    uint32_t *ranks;
    size_t size_bytes; // of all four arrays
} Tree;

// Allocates the memory; false if it cannot be had.
bool tree_init(Tree *tree, size_t memory_bytes);
void tree_release(Tree *tree);

// Empties the tree and makes a root without children.
uint32_t tree_reset(Tree *tree);

// `count` cleared nodes side by side; CHILDREN_NONE when the tree is full.
uint32_t tree_allocate(Tree *tree, uint32_t count);

// Room for `count` children, more than EAGER_CHILDREN: cleared nodes, then edges, which are not
// cleared. CHILDREN_NONE when the tree is full.
uint32_t tree_allocate_lazy(Tree *tree, uint32_t count);

static inline Node *tree_node(const Tree *tree, uint32_t index) {
    return &tree->nodes[index];
}

// The edges of children that begin at `first`.
static inline Edge *tree_edges(const Tree *tree, uint32_t first) {
    return (Edge *)tree_node(tree, first + EAGER_CHILDREN);
}

// Publishes children that were filled in from `first` on, all as nodes or, lazily, as nodes and
// edges, to the other threads.
static inline void tree_publish_children(Node *node, uint32_t first, uint32_t count, bool is_lazy) {
    bool has_more = count > EAGER_CHILDREN && !is_lazy;
    node->child_count = (uint16_t)count;
    atomic_store(&node->more_children, has_more ? first + EAGER_CHILDREN : CHILDREN_NONE);
    atomic_store(&node->children, first);
}

// Gives a node the children of another with the same position, as far as they are nodes now; false
// if the other has none yet.
static inline bool tree_share_children(Node *node, const Node *other) {
    uint32_t first = atomic_load(&other->children);
    uint32_t more = atomic_load(&other->more_children);
    if (first == CHILDREN_NONE || first == CHILDREN_PENDING) {
        return false;
    }
    node->child_count = other->child_count;
    node->has_all_children = other->has_all_children;
    atomic_store(&node->more_children, more == CHILDREN_PENDING ? CHILDREN_NONE : more);
    atomic_store(&node->children, first);
    return true;
}

// Makes an unvisited node of an edge, in a cleared slot.
static inline void tree_fill_from_edge(Node *child, const Edge *edge) {
    child->move = edge->move;
    atomic_init(&child->minimax, edge->wp);
    child->prior = edge->prior;
}

// Makes nodes of a node's edges. False, and nothing is changed, when the tree is full or another
// thread is doing so.
bool tree_materialize(Tree *tree, Node *node);

// How many of a node's children are nodes. They come before the edges.
static inline uint32_t tree_materialized_count(const Node *node) {
    uint32_t first = atomic_load_explicit(&node->children, memory_order_acquire);
    uint32_t more = atomic_load_explicit(&node->more_children, memory_order_acquire);
    if (first == CHILDREN_NONE || first == CHILDREN_PENDING) {
        return 0;
    }
    bool is_lazy = more == CHILDREN_NONE || more == CHILDREN_PENDING;
    return is_lazy && node->child_count > EAGER_CHILDREN ? EAGER_CHILDREN : node->child_count;
}

// The index of one of these nodes.
static inline uint32_t tree_child(const Node *node, uint32_t which) {
    if (which < EAGER_CHILDREN) {
        return atomic_load_explicit(&node->children, memory_order_acquire) + which;
    }
    return atomic_load_explicit(&node->more_children, memory_order_acquire) + which -
           EAGER_CHILDREN;
}

// What is stored about the children of a node that has none (mcts_stored.h); 0 for nothing.
static inline uint32_t tree_record(const Node *node) {
    return atomic_load_explicit(&node->children, memory_order_acquire) == CHILDREN_NONE
               ? atomic_load_explicit(&node->more_children, memory_order_relaxed)
               : 0;
}

// Two marks a slot for whoever walks over the tree between searches. tree_compact uses them too.
typedef enum TreeMark { TREE_MARK_CHILDREN, TREE_MARK_NODE } TreeMark;

void tree_clear_marks(Tree *tree);
// Sets a mark; false if it was set.
bool tree_mark(Tree *tree, TreeMark which, uint32_t index);
bool tree_has_mark(const Tree *tree, TreeMark which, uint32_t index);

// Frees all nodes that are not below `index`, moves the others together and returns the new index
// of that node. No thread may be searching. Takes a few nanoseconds for each node in use. Returns
// 0, and nothing is changed, if `stop` is set before nodes are moved.
uint32_t tree_compact(Tree *tree, uint32_t index, const atomic_bool *stop);

// The same, and nodes with fewer than `visits_min` visits, but not `index` itself, become leaves.
uint32_t tree_prune(Tree *tree, uint32_t index, uint32_t visits_min, const atomic_bool *stop);

// Where the last compaction moved a node to; 0 if it is gone. Until the next marks.
uint32_t tree_moved_to(const Tree *tree, uint32_t index);

// The `visits_min` with which tree_prune leaves about `slots` at most: a power of two. Children
// that are shared count for one of their parents, so more may stay. Takes about as long as
// tree_prune. 0 if `stop` is set meanwhile.
uint32_t tree_visits_to_keep(Tree *tree, uint32_t index, uint32_t slots, const atomic_bool *stop);
