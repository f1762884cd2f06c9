#pragma once
// The rules of Amazons (the Game of the Amazons, Walter Zamkauskas 1988).
//
// Each side has four amazons that move as chess queens. A turn moves one amazon and then shoots an
// arrow from where it stands, again as a queen moves; the square hit is blocked for good. Nothing
// passes through or lands on an amazon or arrow, but an arrow may hit or pass the square that its
// amazon has just left. A side that cannot move loses.
//
// Boards of 6x6 and 8x8 use the low 64 bits of a set with 8 bits a row; 10x10 uses 11 bits a row,
// so that a step off either side lands on a bit that is never empty. See board.h.
//
// moves() lists the amazons by square, the targets of each by square, and the arrows from each
// target by direction (in the order of board.h), outwards.

#include "base/cpu.h"
#include "rules/rules.h"

// Amazons of each side.
#define AMAZONS_EACH 4

// Bits 0-6 from, 7-13 to, 14-20 arrow; a square is a bit number of its board.
static inline Move amazons_move(int from, int to, int arrow) {
    return (Move)(from | to << 7 | arrow << 14);
}
static inline int amazons_move_from(Move move) {
    return (int)(move & 127);
}
static inline int amazons_move_to(Move move) {
    return (int)(move >> 7 & 127);
}
static inline int amazons_move_arrow(Move move) {
    return (int)(move >> 14 & 127);
}
// The amazon's step alone: equal for moves that differ in their arrow only.
static inline Move amazons_move_step(Move move) {
    return move & ((1u << 14) - 1);
}

static inline int amazons_stride(int size) {
    return size <= 8 ? 8 : 11;
}
static inline int amazons_square(int size, int column, int row) {
    return row * amazons_stride(size) + column;
}
static inline int amazons_column(int size, int square) {
    return square % amazons_stride(size);
}
static inline int amazons_row(int size, int square) {
    return square / amazons_stride(size);
}

// The variant of a board size; null if there is none.
const Variant *amazons_variant(int size);

// The table for a CPU level that cpu_has().
const Rules *amazons_rules(CpuLevel level);
