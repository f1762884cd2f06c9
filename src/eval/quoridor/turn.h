#pragma once
// How a board is turned before it is shown to a network.

#include "rules/quoridor/quoridor.h"

typedef struct Turn {
    bool flips_rows;    // the second player walks up
    bool flips_columns; // in a mirror
} Turn;

static inline Turn turn_of(const Position *pos, int symmetry) {
    return (Turn){.flips_rows = position_turn(pos) == SIDE_SECOND, .flips_columns = symmetry == 1};
}

static inline int turned(Turn turn, int place, int size) {
    int column = place % size;
    int row = place / size;
    return (turn.flips_rows ? size - 1 - row : row) * size +
           (turn.flips_columns ? size - 1 - column : column);
}

static inline int turned_square(Turn turn, int square) {
    return turned(turn, square, QUORIDOR_SIZE);
}

static inline int turned_slot(Turn turn, int slot) {
    return turned(turn, slot, QUORIDOR_SLOT_SIZE);
}
