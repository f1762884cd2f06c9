#pragma once
// Why a move is illegal, in words.
//
// The hot rules only list what is legal; this looks at one move by walking from square to square.

#include "rules/amazons/amazons.h"

// Room for a square such as j10, terminator included.
#define AMAZONS_SQUARE_SIZE 4

// A square in standard notation. Returns `out`.
const char *amazons_square_name(int size, int square, char out[AMAZONS_SQUARE_SIZE]);

// Whether the side to move may make this move, which names three squares of the board. The reason
// names squares in standard notation.
bool amazons_check(const Position *pos, Move move, Error *error);
