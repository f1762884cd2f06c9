#pragma once
// A position as one line of text, the FEN of Fairy-Stockfish:
//
//      3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1        the start on 10x10
//
// Ranks from the highest down: Q is an amazon of the first player, q of the second, * an arrow, a
// number that many empty squares. Then who moves (w is the first player), two fields that Amazons
// does not use, a count of half moves that is written as 0, and the number of the move from 1,
// which carries the ply. Reading needs the board only: the fields after it may be missing from the
// right, and pieces in hand in brackets after the board, `[]`, are passed over.

#include "rules/rules.h"

// See rules.h. The size of the board follows from the number of ranks.
bool amazons_read(Slice text, const Variant *variant, Position *out, Error *error);
size_t amazons_write(const Position *pos, char *out);
