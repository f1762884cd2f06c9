#pragma once
// A player's corridor: the squares on shortest paths to the goal row, and on slightly longer ones.
//
// The slack of a square is by how much a walk from the pawn to the goal row gets longer if it has
// to pass there: the steps from the pawn plus the steps to the goal row, less the shortest path.
// One wall across all shortest paths costs what the best of the other squares says:
//
//      rank 9   2 1 0 1 2 1 2 3 4         P = the pawn, which runs north; === = a wall
//      rank 8   2 1 0 1 2 1 2 3 4
//                     =====
//      rank 7   2 1 0 0 1 1 2 3 4
//      rank 6   2 1 0 P 1 1 2 3 4
//
// Like route.h it is inlined into the hot files, and pawns do not block.

#include "eval/quoridor/route.h"

// Walks so much longer than the shortest path still count.
#define CORRIDOR_SLACK 2
// Levels of a flood that goes on so far after it has arrived.
#define CORRIDOR_LEVELS_MAX (QUORIDOR_SQUARES + CORRIDOR_SLACK + 1)

typedef struct Corridor {
    int length;       // of the shortest path
    Bits128 shortest; // slack 0
    Bits128 near;     // slack 1 and 2
} Corridor;

// The squares of a corridor by steps from the pawn to steps to the goal row.
static inline Corridor corridor_meet(const Bits128 *from_pawn, const Bits128 *to_goal, int length) {
    Corridor corridor = {
        .length = length,
        .near = to_goal[0] & (from_pawn[length + 1] | from_pawn[length + 2]),
    };
    for (int i = 0; i <= length; i++) {
        corridor.shortest |= to_goal[i] & from_pawn[length - i];
        corridor.near |= to_goal[i + 1] & (from_pawn[length - i] | from_pawn[length + 1 - i]);
    }
    return corridor;
}

// The corridor of a pawn on a square, which must have a path.
static inline Corridor corridor_find(Ways open, Side side, int square) {
    Bits128 from_pawn[CORRIDOR_LEVELS_MAX];
    Bits128 to_goal[CORRIDOR_LEVELS_MAX];
    int length = route_levels(open, side, square, to_goal);
    route_extend(open, to_goal, length);
    Bits128 seen = from_pawn[0] = bits128_bit(square);
    for (int i = 0; i < length + CORRIDOR_SLACK; i++) {
        from_pawn[i + 1] = ways_step(open, from_pawn[i]) & ~seen;
        seen |= from_pawn[i + 1];
    }
    return corridor_meet(from_pawn, to_goal, length);
}
