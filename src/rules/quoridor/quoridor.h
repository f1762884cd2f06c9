#pragma once
// The rules of Quoridor (Mirko Marchesi 1997) for two players on 9x9.
//
// A turn is a pawn step or a wall. Squares are numbered row * 9 + column. A wall is two squares
// long and lies in one of 8 x 8 slots, numbered row * 8 + column, at the corner shared by the
// squares (row, column), (row, column + 1), (row + 1, column) and (row + 1, column + 1):
//
//      horizontal wall in slot (r, c)         vertical wall in slot (r, c)
//
//      r+1   .   .                            r+1   . | .
//          =======                                    |
//      r     .   .                            r     . | .
//            c  c+1                                 c  c+1
//
// A pawn steps to a neighbour that no wall separates. Where the other pawn stands there, it jumps
// over it; if a wall is behind that pawn it goes to either side of it instead. Variants differ in
// whether a board edge behind the other pawn counts as a wall (`edge_is_barrier`). A wall may not
// overlap or cross another and must leave both pawns a path to their goal rows. The first player
// runs from e1 to rank 9, the second from e9 to rank 1.
//
// Position text, one line:
//
//      WALLS FIRST SECOND LEFT1 LEFT2 TURN PLY        the start is: - e1 e9 10 10 1 0
//
// WALLS are the walls in standard notation, by file and then rank, with nothing between them
// (c4ve3h), or `-`; FIRST and SECOND the pawns' squares; LEFT1 and LEFT2 the walls in hand; TURN is
// 1 or 2. PLY may be left out when reading and is then 0.

#include "base/cpu.h"
#include "rules/rules.h"

#define QUORIDOR_SIZE 9
#define QUORIDOR_SQUARES 81
#define QUORIDOR_SLOTS 64
// Slots in a row or column.
#define QUORIDOR_SLOT_SIZE 8
#define QUORIDOR_WALLS 10

typedef enum QuoridorKind {
    QUORIDOR_PAWN = 1,
    QUORIDOR_HORIZONTAL,
    QUORIDOR_VERTICAL
} QuoridorKind;

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

static inline int quoridor_square(int column, int row) {
    return row * QUORIDOR_SIZE + column;
}
static inline int quoridor_column(int square) {
    return square % QUORIDOR_SIZE;
}
static inline int quoridor_row(int square) {
    return square / QUORIDOR_SIZE;
}

static inline int quoridor_slot(int column, int row) {
    return row * QUORIDOR_SLOT_SIZE + column;
}
static inline int quoridor_slot_column(int slot) {
    return slot % QUORIDOR_SLOT_SIZE;
}
static inline int quoridor_slot_row(int slot) {
    return slot / QUORIDOR_SLOT_SIZE;
}
// The square nearest a1 of the four around a slot: it names the wall.
static inline int quoridor_slot_square(int slot) {
    return slot + slot / QUORIDOR_SLOT_SIZE;
}

static inline bool quoridor_is_goal(Side side, int square) {
    return side == SIDE_FIRST ? square >= QUORIDOR_SQUARES - QUORIDOR_SIZE : square < QUORIDOR_SIZE;
}

// The start position of a variant.
void quoridor_start(Position *pos, const Variant *variant);

// The table for a CPU level that cpu_has().
const Rules *quoridor_rules(CpuLevel level);
