#pragma once
// The rules of Quoridor (Mirko Marchesi 1997) for two players on 9x9.
//
// A turn is a pawn step or a wall. Squares are numbered row * 9 + column. A wall is two squares long
// and lies in one of 8 x 8 slots, numbered row * 8 + column, at the corner shared by the squares
// (row, column), (row, column + 1), (row + 1, column) and (row + 1, column + 1):
//
//      horizontal wall in slot (r, c)         vertical wall in slot (r, c)
//
//      r+1   .   .                            r+1   . | .
//          =======                                    |
//      r     .   .                            r     . | .
//            c  c+1                                 c  c+1

#include "base/cpu.h"
#include "rules/rules.h"

#define QUORIDOR_SIZE 9
#define QUORIDOR_SQUARES 81
#define QUORIDOR_SLOTS 64

typedef enum QuoridorKind { QUORIDOR_PAWN = 1, QUORIDOR_HORIZONTAL, QUORIDOR_VERTICAL } QuoridorKind;

// Low 8 bits: target square of a pawn, slot of a wall. Above them the kind.
static inline Move quoridor_move(QuoridorKind kind, int where) {
    return (Move)((unsigned)kind << 8 | (unsigned)where);
}
static inline QuoridorKind quoridor_move_kind(Move move) {
    return (QuoridorKind)(move >> 8);
}
static inline int quoridor_move_where(Move move) {
    return (int)(move & 255);
}

// The table for a CPU level that cpu_has().
const Rules *quoridor_rules(CpuLevel level);
