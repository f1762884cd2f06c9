#pragma once
// The endings of Amazons, counted: who wins once the board has fallen apart.
//
// Take the empty squares and the amazons as points and join neighbours, diagonals included. A move
// stays inside one connected part, and takes one point away for good, the square of its arrow. So
// parts never grow together, and they do not know of each other.
//
// Filling. A part with amazons of one side only is that side's territory. Nobody disturbs it there,
// so it is worth the length of its longest fill, the most moves that can be made in it one after
// the other; a short cut or a spoiled corner can only make it less. If all parts are territory, a
// side has as many moves left as its fills are long, and the side to move wins if and only if it
// has more than the other: with as many it is the first to run out. This is exact. Two amazons of
// different sides next to each other belong to one part, as each can follow when the other leaves.
//
// Contested parts. Let E be the number of empty squares of all contested parts together. In these
//
//  (1) the moves of both sides together are at most E, as each takes one point away, and at the end
//      the amazons still stand somewhere;
//  (2) a side keeps to itself the squares that the other cannot reach while its own amazons stand.
//      A sealed fill is a sequence of moves inside these squares, where each square that an amazon
//      leaves open towards the other side is given up, with all behind it, as if the other side
//      were there at once. Whatever that side does, it cannot touch what is not given up, so the
//      whole sequence can be played, at any time, with any number of moves of the other between.
//
//          . . . q Q . . *        Q moves inwards and shoots at the square that it leaves, and
//          * * * * * * * *        all the squares on the right are filled: a sealed fill of 2
//
// So let a side have fills of length F and a sealed fill of length L, and the other fills of length
// at most G. If the first side plays these F + L moves and nothing else, then when they are played
// the other has made at most G + E - L moves: by (1) the contested parts had room for E, and L of
// them were used. Hence
//
//      the side to move wins if       F + L >  G + E - L,
//      the other side wins if         F + L >= G + E - L, where F and L are the other side's.
//
// Where neither holds, and the contested parts are small, their moves are tried one by one: a
// territory is worth a whole number in the sense of Conway, Berlekamp and Guy, so only F - G counts
// and spending one move of it is the one move in all territories that has to be tried.
//
// A longest fill is hard to find in general (M. Buro, "Simple Amazons endgames and their connection
// to Hamilton circuits in cubic subgrid graphs", 2000), but easy for most territories of real
// games. The search for it is given a number of steps. If they do not suffice, what is left is an
// interval that holds the length, and the comparisons above use the end of it that is safe.

#include "base/cpu.h"
#include "eval/evaluator.h"

// A territory whose fill was searched, by the squares and amazons it is made of.
typedef struct EndingsEntry {
    Bits128 empty;
    Bits128 amazons;
    Bits128 exposed; // those of the amazons that the other side follows when they leave
    uint8_t low;     // the length of the longest fill is at least this, and
    uint8_t high;    // at most this
    bool is_wide;    // squares are of 10x10, where they are numbered in another way
} EndingsEntry;

#define ENDINGS_ENTRIES 4096

// Steps that a call makes are owed, each call pays some of them back, and with so much debt none
// are made at all. So many calls take a bounded time each on average, and one alone can still go
// deep.
#define ENDINGS_STEPS_PAID 20
#define ENDINGS_STEPS_OWED_MAX 20000

// Clear it before its first use.
typedef struct EndingsMemory {
    EndingsEntry entries[ENDINGS_ENTRIES];
    int steps_owed;
} EndingsMemory;

// What is left to play, by Side.
typedef struct EndingsCount {
    int fill_low[2];     // moves in territory: at least, and
    int fill_high[2];    // at most
    int sealed[2];       // moves in contested parts that nobody can take away
    int contested_count; // empty squares of contested parts
} EndingsCount;

// endings_solve is Evaluator.solve. The size of the result is the number of moves by which the
// winner is ahead, or a lower bound of it.
#define ENDINGS_KERNEL(level)                                                                      \
    bool LEVEL_JOIN(endings_solve, level)(const Position *pos, void *memory, int *result);         \
    void LEVEL_JOIN(endings_count, level)(                                                         \
        const Position *pos, EndingsMemory *memory, EndingsCount *out);

LEVEL_EACH(ENDINGS_KERNEL)
