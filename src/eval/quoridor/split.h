#pragma once
// Sets of squares split by colour, as on a chequered board: the fast form of path.h.
//
// Every step leads from a square of one colour to one of the other. Squares are numbered row * 9 +
// column, and 9 is odd, so the even numbers are one colour and the odd ones the other. With each
// colour's squares in a word of its own, square 2 * n + colour in bit n, all four steps are plain
// shifts that carry nothing from word to word:
//
//      step from an even square, bit n        from an odd square, bit n
//
//      east    to the odd ones, bit n         to the even ones, bit n + 1
//      north   to the odd ones, bit n + 4     to the even ones, bit n + 5
//
// A flood that starts from one square needs one word a level, a quarter of the work on 128 bits.

#include "rules/quoridor/path.h"

// Index 0 is for even squares, 1 for odd ones.
typedef struct Split {
    uint64_t of[2];
} Split;

// As Ways: `north` and `east` have a square if the step from it is in the set.
typedef struct SplitWays {
    Split north;
    Split east;
} SplitWays;

static inline int split_colour(int square) {
    return square & 1;
}
static inline uint64_t split_bit(int square) {
    return UINT64_C(1) << (square >> 1);
}

static inline bool split_has(Split set, int square) {
    return set.of[split_colour(square)] >> (square >> 1) & 1;
}

static inline Split split_or(Split a, Split b) {
    return (Split){{a.of[0] | b.of[0], a.of[1] | b.of[1]}};
}
static inline Split split_and(Split a, Split b) {
    return (Split){{a.of[0] & b.of[0], a.of[1] & b.of[1]}};
}
static inline int split_count(Split set) {
    return bits64_count(set.of[0]) + bits64_count(set.of[1]);
}

// The bits with even numbers, moved together.
static inline uint64_t split_gather(uint64_t word) {
    word &= UINT64_C(0x5555555555555555);
    word = (word | word >> 1) & UINT64_C(0x3333333333333333);
    word = (word | word >> 2) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    word = (word | word >> 4) & UINT64_C(0x00ff00ff00ff00ff);
    word = (word | word >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (word | word >> 16) & UINT64_C(0x00000000ffffffff);
}

static inline Split split_from(Bits128 set) {
    uint64_t low = (uint64_t)set;
    uint64_t high = (uint64_t)(set >> 64);
    return (Split){{
        split_gather(low) | split_gather(high) << 32,
        split_gather(low >> 1) | split_gather(high >> 1) << 32,
    }};
}

// The steps from squares of one colour, by direction: the squares that they lead to.
typedef struct Hops {
    uint64_t north;
    uint64_t south;
    uint64_t east;
    uint64_t west;
} Hops;

static inline Hops split_hops(const SplitWays *open, int colour, uint64_t from) {
    const uint64_t *north = open->north.of;
    const uint64_t *east = open->east.of;
    if (colour == 0) {
        return (Hops){
            .north = (from & north[0]) << 4,
            .south = (from >> 5) & north[1],
            .east = from & east[0],
            .west = (from >> 1) & east[1],
        };
    }
    return (Hops){
        .north = (from & north[1]) << 5,
        .south = (from >> 4) & north[0],
        .east = (from & east[1]) << 1,
        .west = from & east[0],
    };
}

// The squares of the other colour that are one step away from squares of this one.
static inline uint64_t split_step(const SplitWays *open, int colour, uint64_t from) {
    Hops hops = split_hops(open, colour, from);
    return hops.north | hops.south | hops.east | hops.west;
}

// The ways that hops from squares of a colour took.
static inline SplitWays split_ways_of_hops(int colour, Hops hops) {
    if (colour == 0) {
        return (SplitWays){
            .north = {{hops.north >> 4, hops.south}},
            .east = {{hops.east, hops.west}},
        };
    }
    return (SplitWays){
        .north = {{hops.south, hops.north >> 5}},
        .east = {{hops.west, hops.east >> 1}},
    };
}

static inline SplitWays split_ways_or(SplitWays a, SplitWays b) {
    return (SplitWays){split_or(a.north, b.north), split_or(a.east, b.east)};
}

// A wall, by the bits of the two ways that it blocks, both to the north or both to the east: one is
// from an even square and one from an odd one.
typedef struct SplitWall {
    uint8_t kind; // QuoridorKind
    uint8_t slot;
    uint8_t bit[2];
} SplitWall;

// Without branches: whether a slot's square is odd cannot be guessed.
static inline SplitWall split_wall(QuoridorKind kind, int slot) {
    int square = quoridor_slot_square(slot);
    int step = kind == QUORIDOR_HORIZONTAL ? 1 : QUORIDOR_SIZE;
    int is_odd = square & 1;
    int even = square + (step & -is_odd);
    int odd = square + (step & (is_odd - 1));
    return (SplitWall){(uint8_t)kind, (uint8_t)slot, {(uint8_t)(even >> 1), (uint8_t)(odd >> 1)}};
}

static inline bool split_wall_meets(SplitWall wall, const SplitWays *ways) {
    const Split *set = wall.kind == QUORIDOR_HORIZONTAL ? &ways->north : &ways->east;
    return (set->of[0] >> wall.bit[0] | set->of[1] >> wall.bit[1]) & 1;
}
