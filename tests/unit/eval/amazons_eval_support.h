#pragma once
// What the tests of evaluations of Amazons share: the twin's board and turned boards.

#include "unit/rules/amazons_support.h"

#include <stdlib.h>

#include "rules/amazons/board.h"
#include "twin/amazons_twin.h"

// IMMURE_RANDOM_GAMES sets the number of random games of each size.
static inline int games_each(void) {
    const char *wish = getenv("IMMURE_RANDOM_GAMES");
    return wish ? atoi(wish) : 10;
}

static inline AmazonsTwin twin_of(const Position *pos) {
    AmazonsTwin twin = {.size = pos->variant->size};
    twin.turn = position_turn(pos) == SIDE_FIRST ? TWIN_FIRST : TWIN_SECOND;
    for (int y = 0; y < twin.size; y++) {
        for (int x = 0; x < twin.size; x++) {
            char piece = amazons_piece(pos, amazons_square(twin.size, x, y));
            twin.cell[y][x] = piece == 'Q'   ? TWIN_FIRST
                              : piece == 'q' ? TWIN_SECOND
                              : piece == '*' ? TWIN_ARROW
                                             : TWIN_EMPTY;
        }
    }
    return twin;
}

// Where a square goes when the board is turned or mirrored in one of eight ways.
static inline int turned(int size, int square, int way) {
    int x = amazons_column(size, square);
    int y = amazons_row(size, square);
    if (way & 1) {
        x = size - 1 - x;
    }
    if (way & 2) {
        y = size - 1 - y;
    }
    return way & 4 ? amazons_square(size, y, x) : amazons_square(size, x, y);
}

static inline Bits128 turned_set(int size, Bits128 set, int way) {
    Bits128 result = 0;
    while (set) {
        result |= bits128_bit(turned(size, bits128_pop(&set), way));
    }
    return result;
}

static inline Position turned_position(const Position *pos, int way) {
    const int size = pos->variant->size;
    Position other = *pos;
    for (Side side = SIDE_FIRST; side <= SIDE_SECOND; side++) {
        other.amazons.amazons[side] = turned_set(size, pos->amazons.amazons[side], way);
    }
    other.amazons.arrows = turned_set(size, pos->amazons.arrows, way);
    return other;
}

// The same game with the players' names exchanged.
static inline Position swapped_position(const Position *pos) {
    Position swapped = *pos;
    swapped.turn = (uint8_t)side_other(position_turn(pos));
    swapped.amazons.amazons[SIDE_FIRST] = pos->amazons.amazons[SIDE_SECOND];
    swapped.amazons.amazons[SIDE_SECOND] = pos->amazons.amazons[SIDE_FIRST];
    return swapped;
}

// Long ways, which random games do not have: the queen distances of the two sides differ by more
// than six, the king distances by more still.
static const char *const LONG_WAYS[] = {
    "qqqq4/*******1/8/1*******/8/*******1/8/QQQQ4 w",
    "qqqq6/*********1/10/1*********/10/*********1/10/1*********/10/Q2Q1QQ3 b",
    "1*3*3*/1*1*1*1*1*/1*1*1*1*1*/1*1*1*1*1*/1*1*1*1*1*/1*1*1*1*1*/1*1*1*1*1*/1*1*1*1*1*/"
    "Q*1*1*1*1q/QQQ*3qqq w",
};
#define LONG_WAYS_COUNT (sizeof LONG_WAYS / sizeof *LONG_WAYS)
