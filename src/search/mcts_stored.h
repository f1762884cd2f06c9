#pragma once
// A tree as records, which is what a text holds (mcts_record.h): for each node its visited
// children, by their places among all children instead of moves.
//
// In a search that was restored, a leaf may have a record (tree_record). Its children are given
// back to the leaf when that is visited for the first time. The leaf is evaluated for it as at its
// expansion, which gives moves, order, priors and first evaluations. So what the search does not
// come back to costs nothing.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct StoredChild {
    uint32_t visits;
    uint32_t record;  // its own; 0 for none
    uint16_t passed;  // siblings between it and the stored child before
    uint16_t minimax; // of a proven one what the proof says, and so is the mean
    uint16_t mean;
    uint8_t proof;
} StoredChild;

typedef struct StoredRecord {
    uint32_t first; // of its children
    uint32_t count;
    bool has_all_children; // as in Node
} StoredRecord;

// Grows by records; all zeros is an empty one.
typedef struct StoredTree {
    StoredRecord *records; // from 1 on
    StoredChild *children;
    uint32_t record_count;
    uint32_t child_count;
    uint32_t record_capacity;
    uint32_t child_capacity;
} StoredTree;

void stored_tree_release(StoredTree *stored);

// Empties it, and keeps the memory.
void stored_tree_clear(StoredTree *stored);

// Adds a record with so many children, which the caller fills in. Returns its number; 0 if there is
// no memory.
uint32_t stored_tree_add(StoredTree *stored, uint32_t count, bool has_all_children);

// A child of a record, until the next one is added.
static inline StoredChild *stored_tree_child(
    const StoredTree *stored, uint32_t number, uint32_t which) {
    return &stored->children[stored->records[number].first + which];
}
