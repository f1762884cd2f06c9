#pragma once
// The search tree of MCTS: nodes in one block of memory that is taken at the start and never grows.
//
// Children of a node lie side by side and behind their parent, so a node knows them by the index of
// the first and a count.
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

typedef struct Node {
    _Atomic uint64_t chance_sum; // of the visits that have come back
    _Atomic uint32_t visits; // those under way included: until they come back they count as lost
    _Atomic uint32_t children;
    Move move;             // that led here
    uint16_t chance;       // as first evaluated; counts as one visit
    uint16_t prior;        // share of the attention, of PRIOR_ONE among its siblings
    uint16_t child_count;  // set before `children`
    _Atomic uint8_t proof; // for the side that moved into the node
    bool has_all_children; // whether every legal move is among them: only then can a loss be proven
} Node;

typedef struct Tree {
    Node *nodes;
    uint32_t capacity;
    _Atomic uint32_t used;
    // For tree_keep_below: which nodes stay, and how many of those stand before each word of marks.
    uint64_t *marks;
    uint32_t *ranks;
    size_t size_bytes; // of all three
} Tree;

// Takes the memory; false if it cannot be had.
bool tree_init(Tree *tree, size_t memory_bytes);
void tree_release(Tree *tree);

// Forgets all and makes a root without children.
uint32_t tree_reset(Tree *tree);

// Room for children, cleared; 0 when the tree is full.
uint32_t tree_allocate(Tree *tree, uint32_t count);

static inline Node *tree_node(const Tree *tree, uint32_t index) {
    return &tree->nodes[index];
}

// Forgets all that is not below a node, moves the rest together, and returns the node's new index.
// Nobody may be searching. Takes a few nanoseconds for each node in use.
uint32_t tree_keep_below(Tree *tree, uint32_t index);
