#pragma once
// Where a wall can lie: sets of slots, one bit a slot, worked out for all 128 places at once.
//
// The bit of a slot stands for its corner too: the point in the middle of its four squares. A wall
// covers three points in a row, its own and the next to either side. What lies beyond the 8 x 8
// points is the border:
//
//      row 2   .   .   .   .  ...       o = the points of the horizontal wall in slot (1, 2)
//      row 1   .   o===o===o  ...       x = those of the vertical wall in slot (0, 0), whose
//      row 0   x   .   .   .  ...           lower end is on the border
//              |
//      ---------------------------  border
//
// Walls and border draw a map whose countries are the areas one can walk in. A new wall parts a
// country only if it closes a ring: if two of its three points were connected before, through
// standing walls and the border. Nearly all places fail that test, so nearly all walls are legal
// without a look at any path.

#include "rules/quoridor/quoridor.h"

typedef struct Walls {
    uint64_t horizontal;
    uint64_t vertical;
} Walls;

#define WALLS_FILE_A UINT64_C(0x0101010101010101)
#define WALLS_FILE_H UINT64_C(0x8080808080808080)
#define WALLS_RANK_1 UINT64_C(0x00000000000000ff)
#define WALLS_RANK_8 UINT64_C(0xff00000000000000)

static inline uint64_t walls_east(uint64_t set) {
    return (set & ~WALLS_FILE_H) << 1;
}
static inline uint64_t walls_west(uint64_t set) {
    return (set & ~WALLS_FILE_A) >> 1;
}

// The points that horizontal walls in these slots cover; as well the slots in which a horizontal
// wall covers one of these points.
static inline uint64_t walls_across(uint64_t set) {
    return set | walls_east(set) | walls_west(set);
}
// The same for vertical walls.
static inline uint64_t walls_upright(uint64_t set) {
    return set | set << 8 | set >> 8;
}

static inline bool walls_has_two(uint64_t set) {
    return (set & (set - 1)) != 0;
}

// The members of at least two of three sets.
static inline uint64_t walls_in_two(uint64_t a, uint64_t b, uint64_t c) {
    return (a & b) | (c & (a | b));
}

// The places where a wall neither overlaps nor crosses a standing one.
static inline Walls walls_free(const QuoridorPosition *board) {
    return (Walls){
        .horizontal = ~(board->vertical | walls_across(board->horizontal)),
        .vertical = ~(board->horizontal | walls_upright(board->vertical)),
    };
}

// The points of all walls that are connected to the border.
static inline uint64_t walls_rooted(const QuoridorPosition *board) {
    uint64_t points = 0;
    uint64_t before;
    do {
        before = points;
        uint64_t horizontal =
            board->horizontal & (walls_across(points) | WALLS_FILE_A | WALLS_FILE_H);
        uint64_t vertical = board->vertical & (walls_upright(points) | WALLS_RANK_1 | WALLS_RANK_8);
        points = walls_across(horizontal) | walls_upright(vertical);
    } while (points != before);
    return points;
}

// The places where a wall would touch islands, that is walls not connected to the border, at two
// points, if that can close a ring at all. A ring has four corners or more, and the new wall makes
// two of them, so standing island walls must already meet at two points.
static inline Walls walls_joining_islands(const QuoridorPosition *board, uint64_t rooted) {
    uint64_t across = board->horizontal & ~rooted;
    uint64_t upright = board->vertical & ~rooted;
    // Islands keep clear of the border, so no end of theirs is shifted off the board.
    const uint64_t parts[] = {
        across << 1, across >> 1, upright << 8, upright >> 8, across | upright};
    uint64_t points = 0;
    uint64_t meetings = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        meetings |= points & parts[i];
        points |= parts[i];
    }
    if (!walls_has_two(meetings)) {
        return (Walls){0};
    }
    return (Walls){
        .horizontal = walls_in_two(walls_east(points), points, walls_west(points)),
        .vertical = walls_in_two(points << 8, points, points >> 8),
    };
}

// The places where a wall may close a ring. Some of them do not, because two islands are taken for
// one; all others certainly do not.
static inline Walls walls_closing(const QuoridorPosition *board) {
    uint64_t rooted = walls_rooted(board);
    Walls closing = walls_joining_islands(board, rooted);
    closing.horizontal |=
        walls_in_two(walls_east(rooted) | WALLS_FILE_A, rooted, walls_west(rooted) | WALLS_FILE_H);
    closing.vertical |=
        walls_in_two(rooted << 8 | WALLS_RANK_1, rooted, rooted >> 8 | WALLS_RANK_8);
    return closing;
}
