#pragma once
// Minimax as the textbook has it: every move, no table, no bounds, no order.
//
// What the fast searches are checked against on small positions. A game that ends by repetition is
// not for it: searches take a position's first return for a draw, the rules its third.

#include "eval/evaluator.h"
#include "rules/game.h"

// 1 if the side to move can win within so many plies, -1 if it cannot help losing within them, 0 if
// neither.
int minimax_result(const Rules *rules, const Position *pos, int plies);

// The value of a search to a fixed depth of at least 1, for the side to move: the evaluation of the
// best line's end, or MINIMAX_WIN less the plies to a win.
#define MINIMAX_WIN 31000
int minimax_value(const Rules *rules, const Evaluator *evaluator, const Position *pos, int depth);
