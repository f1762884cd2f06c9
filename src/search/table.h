#pragma once
// The transposition table: what a search knows of positions, shared by its threads. Alpha-beta
// keeps entries in it, MCTS where in its tree a position is.
//
// Lock-free: an entry is two words, the second stored xor-ed with the first, so that a mixture of
// two writers fails the key test and reads as a miss (Hyatt and Mann, 2002). A key includes the
// number of plies played where the variant has a cap, so a score never outlives its clock.

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/rules.h"

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct TableEntry {
    Move move; // MOVE_NONE if none was best
    int score;
    int depth;
    Bound bound;
} TableEntry;

typedef struct TableSlot {
    _Atomic uint64_t check; // key xor data
    _Atomic uint64_t data;
} TableSlot;

typedef struct Table {
    TableSlot *slots;
    size_t mask;
} Table;

// Takes the largest power of two of slots that fits; false if the memory cannot be had.
bool table_init(Table *table, size_t memory_bytes);
void table_release(Table *table);
void table_clear(Table *table);

// A hash of everything that the future of the game depends on, but for repetition.
uint64_t table_key(const Position *pos);

// Another one, for who cannot bear that two positions have the same key.
uint32_t table_check(const Position *pos);

// The number that was kept with a key; 0 if there is none. The last one that was kept in a slot is
// there.
uint64_t table_find(const Table *table, uint64_t key);
void table_put(Table *table, uint64_t key, uint64_t data);

bool table_probe(const Table *table, uint64_t key, TableEntry *out);

// Keeps the entry unless the slot holds a deeper one of the same position. Scores must fit 16 bits,
// depths 8.
void table_store(Table *table, uint64_t key, const TableEntry *entry);
