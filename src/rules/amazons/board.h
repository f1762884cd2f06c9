#pragma once
// The geometry of the board, for the files of this folder.
//
// A square is numbered row * stride + column. Bits that are no square (#) are never empty:
//
//      6x6, stride 8                         10x10, stride 11
//
//      40 41 42 43 44 45  #  #               99 100 101  ..  108  #
//            ..                                      ..
//       8  9 10 11 12 13  #  #               11  12  13  ..   20  #
//       0  1  2  3  4  5  #  #                0   1   2  ..    9  #
//
// On 10x10 a ray that leaves the board at a side, in either direction, stops at the # there. With
// stride 8 it would come back on the other side, so the kernel takes that step away.
//
// Directions 0 to 3 lead to higher squares; the opposite of direction d is d ^ 4:
//
//      3  1  2
//      4  .  0
//      6  5  7

#include "rules/amazons/amazons.h"

#define AMAZONS_DIRECTIONS 8

// What the number of a square grows by with one step; negative from direction 4 on.
static inline int amazons_step(int stride, int direction) {
    const int up[] = {1, stride, stride + 1, stride - 1};
    return direction < 4 ? up[direction] : -up[direction - 4];
}

// `size` rows of `size` ones: the quotient has the lowest bit of each row.
#define AMAZONS_BOARD(size, stride)                                                                \
    ((((Bits128)1 << (size) * (stride)) - 1) / ((1 << (stride)) - 1) * ((1 << (size)) - 1))

// All squares.
static inline Bits128 amazons_board(int size) {
    switch (size) {
    case 6:
        return AMAZONS_BOARD(6, 8);
    case 8:
        return AMAZONS_BOARD(8, 8);
    default:
        return AMAZONS_BOARD(10, 11);
    }
}

static inline Bits128 amazons_empty(const Position *pos) {
    const AmazonsPosition *board = &pos->amazons;
    return amazons_board(pos->variant->size) &
           ~(board->amazons[SIDE_FIRST] | board->amazons[SIDE_SECOND] | board->arrows);
}

// What stands on a square: Q of the first player, q of the second, * an arrow, . nothing.
static inline char amazons_piece(const Position *pos, int square) {
    Bits128 bit = bits128_bit(square);
    if (pos->amazons.amazons[SIDE_FIRST] & bit) {
        return 'Q';
    }
    if (pos->amazons.amazons[SIDE_SECOND] & bit) {
        return 'q';
    }
    return pos->amazons.arrows & bit ? '*' : '.';
}
