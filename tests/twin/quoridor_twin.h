#pragma once
// Quoridor written down a second time, slowly and plainly, to check the fast rules against.
//
// The board is the 19 x 19 cells of the SJTU document, numbered from 1. Squares are the cells with
// even row and column; the others between them are gaps, which a wall fills three at a time; the
// outermost are the border. Nothing here is shared with src/rules/quoridor but the types of the
// rules interface.
//
//      row 1   # # # # #           # = border
//      row 2   #   |   #           row 2: a square, a gap, a square
//      row 3   # - + - #           row 3: gaps; the middle one, +, is part of any wall through it
//      row 4   #   |   #

#include "rules/rules.h"

#define QUORIDOR_TWIN_CELLS 19
// At most 5 squares for the pawn and 2 x 8 x 8 places for a wall.
#define QUORIDOR_TWIN_MOVES_MAX 133

// A move is a cell: the square to go to, or the first of a wall's three gaps.
typedef struct TwinCell {
    int row;
    int column;
} TwinCell;

typedef struct QuoridorTwin {
    const Variant *variant;
    bool is_wall[QUORIDOR_TWIN_CELLS + 1][QUORIDOR_TWIN_CELLS + 1]; // by row and column, from 1
    TwinCell pawn[2];
    int walls_left[2];
    int turn;
    int ply;
} QuoridorTwin;

void quoridor_twin_start(QuoridorTwin *twin, const Variant *variant);

// The twin of a position of the fast rules.
void quoridor_twin_set(QuoridorTwin *twin, const Position *pos);

// The legal moves by row and column of their cells; none when the game has ended.
size_t quoridor_twin_moves(const QuoridorTwin *twin, TwinCell out[QUORIDOR_TWIN_MOVES_MAX]);

void quoridor_twin_play(QuoridorTwin *twin, TwinCell move);

// How the game stands by the position alone.
Outcome quoridor_twin_outcome(const QuoridorTwin *twin);

// Whether two positions count as the same for repetition.
bool quoridor_twin_same(const QuoridorTwin *a, const QuoridorTwin *b);

// The leaves of the game tree at a depth of at least 1.
uint64_t quoridor_twin_perft(const QuoridorTwin *twin, int depth);
