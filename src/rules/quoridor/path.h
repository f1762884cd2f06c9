#pragma once
// Where a pawn can walk: sets of squares, one bit a square, grown by a step of all of them at once.
//
// Paths ignore pawns, as the rules ask. Everything here is inlined into the hot loops of the rules
// and of the evaluation, so it is a header without a source file.

#include <assert.h>

#include "rules/quoridor/quoridor.h"

// The ways between neighbouring squares: `north` has a square if the way to the row above is in the
// set, `east` if the way to the next column is. The way south from s is the way north from s - 9,
// so two sets tell of all four directions, both for "open" and for "blocked by this wall".
typedef struct Ways {
    Bits128 north;
    Bits128 east;
} Ways;

#define PATH_BOARD (bits128_bit(QUORIDOR_SQUARES) - 1)
// The squares of file a, spelt out from row 0 to row 8.
#define PATH_FILE_A                                                                                \
    (bits128_bit(0) | bits128_bit(9) | bits128_bit(18) | bits128_bit(27) | bits128_bit(36) |       \
        bits128_bit(45) | bits128_bit(54) | bits128_bit(63) | bits128_bit(72))

static inline Ways ways_open(const QuoridorPosition *board) {
    return (Ways){board->open_north, board->open_east};
}

// The two ways that a wall blocks.
static inline Ways ways_of_wall(QuoridorKind kind, int slot) {
    int square = quoridor_slot_square(slot);
    if (kind == QUORIDOR_HORIZONTAL) {
        return (Ways){.north = (bits128_bit(0) | bits128_bit(1)) << square};
    }
    return (Ways){.east = (bits128_bit(0) | bits128_bit(QUORIDOR_SIZE)) << square};
}

// Puts a wall on the board; whose it was is the caller's business.
static inline void ways_put_wall(QuoridorPosition *board, QuoridorKind kind, int slot) {
    Ways wall = ways_of_wall(kind, slot);
    board->open_north &= ~wall.north;
    board->open_east &= ~wall.east;
    if (kind == QUORIDOR_HORIZONTAL) {
        board->horizontal |= UINT64_C(1) << slot;
    } else {
        board->vertical |= UINT64_C(1) << slot;
    }
}

static inline Ways ways_without(Ways ways, Ways blocked) {
    return (Ways){ways.north & ~blocked.north, ways.east & ~blocked.east};
}

static inline bool ways_meet(Ways a, Ways b) {
    return ((a.north & b.north) | (a.east & b.east)) != 0;
}

// The squares one step away from any square of the set.
static inline Bits128 ways_step(Ways open, Bits128 from) {
    return (from & open.north) << QUORIDOR_SIZE | ((from >> QUORIDOR_SIZE) & open.north) |
           (from & open.east) << 1 | ((from >> 1) & open.east);
}

// The squares from which a player can walk straight ahead to the goal row, that row included:
// whatever reaches one of them has arrived. Doubling the stride makes eight rows three steps.
static inline Bits128 path_runs(Ways open, Side side) {
    Bits128 shut;
    if (side == SIDE_FIRST) {
        shut = ~open.north & (PATH_BOARD >> QUORIDOR_SIZE);
        shut |= shut >> QUORIDOR_SIZE;
        shut |= shut >> 2 * QUORIDOR_SIZE;
        shut |= shut >> 4 * QUORIDOR_SIZE;
    } else {
        shut = ~open.north << QUORIDOR_SIZE;
        shut |= shut << QUORIDOR_SIZE;
        shut |= shut << 2 * QUORIDOR_SIZE;
        shut |= shut << 4 * QUORIDOR_SIZE;
    }
    return ~shut & PATH_BOARD;
}

// Whether a walk from a square can get to any of the targets.
static inline bool path_reaches(Ways open, int square, Bits128 targets) {
    Bits128 front = bits128_bit(square);
    Bits128 seen = front;
    while (!(front & targets)) {
        front = ways_step(open, front) & ~seen;
        if (!front) {
            return false;
        }
        seen |= front;
    }
    return true;
}

// Whether a player's pawn on a square has a path to its goal row.
static inline bool path_exists(Ways open, int square, Side side) {
    return path_reaches(open, square, path_runs(open, side));
}

// The ways of one path from a square to the player's goal row, which must exist: the shortest walk
// to a straight run, then that run. It may hold a few ways more than the path walks.
static inline Ways path_find(Ways open, int square, Side side) {
    Bits128 fronts[QUORIDOR_SQUARES];
    Bits128 runs = path_runs(open, side);
    Bits128 front = bits128_bit(square);
    Bits128 seen = front;
    int length = 0;
    while (!(front & runs)) {
        fronts[length++] = front;
        front = ways_step(open, front) & ~seen;
        assert(front);
        seen |= front;
    }
    Bits128 here = front & runs;
    here &= -here;
    Bits128 file = PATH_FILE_A << quoridor_column(bits128_first(here));
    Bits128 path = side == SIDE_FIRST ? file & -here : file & (here | (here - 1));
    while (length > 0) {
        here = ways_step(open, here) & fronts[--length];
        here &= -here;
        path |= here;
    }
    return (Ways){path & (path >> QUORIDOR_SIZE) & open.north, path & (path >> 1) & open.east};
}
