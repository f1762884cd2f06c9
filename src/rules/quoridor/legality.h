#pragma once
// Why a move is illegal, in words.
//
// The hot rules only list what is legal; these functions look at one move with plain searches and
// say what is wrong with it. Reasons name squares and walls in standard notation.

#include "rules/quoridor/quoridor.h"

// Room for a square or wall in standard notation, terminator included.
#define QUORIDOR_NAME_SIZE 4

// `e2`, `e3h` or `e3v`: a move in standard notation. Returns its length.
size_t quoridor_name(Move move, char out[QUORIDOR_NAME_SIZE]);

// Whether the side to move may make this move.
bool quoridor_check(const Position *pos, Move move, Error *error);

// Whether a wall neither overlaps nor crosses one on the board.
bool quoridor_check_place(const QuoridorPosition *board, Move wall, Error *error);
