#pragma once
// Where games of self-play begin: in as many different positions as play can come to, and in some
// that it rarely does, so that a network learns what such things are worth.

#include "base/rng.h"
#include "eval/evaluator.h"
#include "rules/game.h"

// Starts a game and plays up to `plies` moves, some at random and some by what the evaluation makes
// of them. In Quoridor the players may be given fewer walls, and unequal ones. Release the game; it
// is not over.
void start_game(Game *game, const Rules *rules, const Variant *variant, const Evaluator *evaluator,
    int plies, Rng *rng);

// A move drawn by its value: those `temperature` thousandths of a logit below the best are 2.7
// times rarer.
Move start_draw_move(const Game *game, const Evaluator *evaluator, double temperature, Rng *rng);
