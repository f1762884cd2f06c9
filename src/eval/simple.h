#pragma once
// The plainest useful evaluation of each game, for the greedy engine and as a yardstick.
//
// Amazons: how many more moves the side to move has than its opponent would have. Quoridor: how
// many steps shorter its way is. Both use only what the rules already compute fast.

#include "eval/evaluator.h"

// Beyond any heuristic score: the game is decided.
#define SIMPLE_EVAL_WIN 1000000

// From the side to move's view, in hundredths of a move or step; +-SIMPLE_EVAL_WIN when the
// position ends the game, 0 when that is a draw.
int simple_eval(const Rules *rules, const Position *pos);

// The same as a table for the searches.
const Evaluator *simple_evaluator(const Rules *rules);
