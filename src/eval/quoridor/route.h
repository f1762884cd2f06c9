#pragma once
// A player's ways to the goal row: how long the shortest is, and which squares shortest ones use.
//
// Squares are sorted into levels by their distance to the goal row, one set a level, by a flood
// from the whole row that stops at the pawn. A walk from the pawn down the levels then meets the
// squares of all shortest paths, and a wall that cuts none of the ways between them changes no
// length:
//
//      rank 9   . . s s .         1 = the pawn, s = on a shortest path, == = a wall
//      rank 8   . . s s .
//                  =====
//      rank 7   . . s . .
//      rank 6   . . s 1 .
//
// Pawns do not block, as in the rules' paths. Everything is inlined into the hot files.

#include "rules/quoridor/path.h"

// No path visits a square twice, and a jump leads at most two levels away from the goal.
#define ROUTE_LEVELS_MAX (QUORIDOR_SQUARES + 2)

static inline Bits128 route_goal(Side side) {
    Bits128 home_row = bits128_bit(QUORIDOR_SIZE) - 1;
    return side == SIDE_FIRST ? home_row << (QUORIDOR_SQUARES - QUORIDOR_SIZE) : home_row;
}

// Steps from a square to the goal row; it must have a path.
static inline int route_length(Ways open, Side side, int square) {
    Bits128 goal = route_goal(side);
    Bits128 front = bits128_bit(square);
    Bits128 seen = front;
    int length = 0;
    while (!(front & goal)) {
        front = ways_step(open, front) & ~seen;
        assert(front);
        seen |= front;
        length++;
    }
    return length;
}

// The same, filling the levels from the goal row up to the one that holds the square.
static inline int route_levels(Ways open, Side side, int square, Bits128 *levels) {
    Bits128 pawn = bits128_bit(square);
    Bits128 front = route_goal(side);
    Bits128 seen = front;
    int length = 0;
    levels[0] = front;
    while (!(front & pawn)) {
        front = ways_step(open, front) & ~seen;
        assert(front);
        seen |= front;
        levels[++length] = front;
    }
    return length;
}

// Two levels more than the pawn's: a step or a jump may lead away from the goal.
static inline void route_extend(Ways open, Bits128 *levels, int length) {
    for (int i = length; i < length + 2; i++) {
        Bits128 below = i > 0 ? levels[i - 1] : 0;
        levels[i + 1] = ways_step(open, levels[i]) & ~levels[i] & ~below;
    }
}

// The ways that shortest paths from a square of level `length` use, and perhaps a few more.
static inline Ways route_ways(Ways open, int square, const Bits128 *levels, int length) {
    Bits128 front = bits128_bit(square);
    Bits128 shortest = front;
    for (int level = length - 1; level >= 0; level--) {
        front = ways_step(open, front) & levels[level];
        shortest |= front;
    }
    return (Ways){
        shortest & (shortest >> QUORIDOR_SIZE) & open.north,
        shortest & (shortest >> 1) & open.east,
    };
}

// Whether the pawns run towards each other on one file with nothing between them.
static inline bool route_is_facing(Ways open, int first, int second) {
    if (first >= second || (second - first) % QUORIDOR_SIZE != 0) {
        return false;
    }
    Bits128 between =
        PATH_FILE_A << quoridor_column(first) & (bits128_bit(second) - bits128_bit(first));
    return !(between & ~open.north);
}
