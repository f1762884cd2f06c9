#pragma once
// Where a pawn may go: to its neighbours, or over and around the other pawn.

#include "rules/quoridor/path.h"

// Whether the straight jump from `from` over the neighbouring square `over` would leave the board.
static inline bool pawn_edge_is_behind(int from, int over) {
    int column = 2 * quoridor_column(over) - quoridor_column(from);
    int row = 2 * quoridor_row(over) - quoridor_row(from);
    return column < 0 || column >= QUORIDOR_SIZE || row < 0 || row >= QUORIDOR_SIZE;
}

// The squares that a jump over the other pawn, on a neighbouring square in reach, leads to.
static inline Bits128 pawn_jumps(Ways open, int from, int over, bool edge_is_barrier) {
    Bits128 beyond = ways_step(open, bits128_bit(over)) & ~bits128_bit(from);
    Bits128 straight =
        over > from ? bits128_bit(over) << (over - from) : bits128_bit(over) >> (from - over);
    if (beyond & straight) {
        return straight;
    }
    return edge_is_barrier || !pawn_edge_is_behind(from, over) ? beyond : 0;
}

// The squares that the pawn of the side to move may go to.
static inline Bits128 pawn_targets(const Position *pos) {
    const QuoridorPosition *board = &pos->quoridor;
    int from = board->pawn[pos->turn];
    int other = board->pawn[!pos->turn];
    Bits128 targets = ways_step(ways_open(board), bits128_bit(from));
    if (targets >> other & 1) {
        targets &= ~bits128_bit(other);
        targets |= pawn_jumps(ways_open(board), from, other, pos->variant->edge_is_barrier);
    }
    return targets;
}
