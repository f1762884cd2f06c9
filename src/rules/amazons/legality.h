#pragma once
// Why a move is illegal, in words.
//
// The hot rules only list what is legal; this looks at one move by walking from square to square.

#include "rules/amazons/amazons.h"

// Whether the side to move may make this move, which names three squares of the board. The reason
// names squares in standard notation.
bool amazons_check(const Position *pos, Move move, Error *error);

// "first" or "second".
const char *amazons_side_name(Side side);
