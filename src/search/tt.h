#pragma once
// The transposition table of a search, shared by its threads. Alpha-beta stores scores in it, MCTS
// the index of the node that has a position.
//
// Lock-free: an entry is two words, the second stored xor-ed with the first, so that a mixture of
// two writers fails the key test and reads as a miss (Hyatt and Mann, 2002). Where the variant has
// a ply cap the key includes the ply, because the score depends on it.

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/rules.h"

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct TtEntry {
    Move move; // MOVE_NONE if none was best
    int score;
    int depth;
    Bound bound;
} TtEntry;

typedef struct TtSlot {
    _Atomic uint64_t check; // key xor data
    _Atomic uint64_t data;
} TtSlot;

typedef struct Tt {
    TtSlot *slots;
    size_t mask;
} Tt;

// Allocates the largest power of two of slots that fits, at least 1024; false if the memory cannot
// be had.
bool tt_init(Tt *tt, size_t memory_bytes);
void tt_release(Tt *tt);
void tt_clear(Tt *tt);

// A hash of everything that the future of the game depends on, except repetition.
uint64_t tt_key(const Position *pos);

// An independent second hash, where a collision of keys would do harm.
uint32_t tt_check(const Position *pos);

// The number stored with a key; 0 if there is none. A slot keeps what was stored last. Everything
// written before tt_put is visible to the thread that finds the number (release and acquire).
uint64_t tt_find(const Tt *tt, uint64_t key);
void tt_put(Tt *tt, uint64_t key, uint64_t data);

// Replaces each number by another; 0 removes it. Its key stays. No other thread may use the table.
void tt_map(Tt *tt, uint64_t (*map)(const void *context, uint64_t data), const void *context);

bool tt_probe(const Tt *tt, uint64_t key, TtEntry *out);

// Stores the entry unless the slot holds a deeper exact one of the same position. Scores must fit
// 16 bits, depths 8.
void tt_store(Tt *tt, uint64_t key, const TtEntry *entry);
