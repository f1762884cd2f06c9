#pragma once
// What an engine thinks of a position, from the first player's view.
//
// An engine speaks for the side to move. A game is easier to follow when all numbers speak for the
// same side, so everything that analysis shows is turned around here, once.

#include "search/engine.h"

typedef struct PositionReview {
    Outcome outcome;        // when the game is over nothing was searched and `report` is empty
    double win_probability; // of the first player to win, 0 to 1
    int score;              // the first player's, in hundredths of a logit
    EngineReport report;    // as the engine gave it, but for the line's moves
} PositionReview;

PositionReview view_position(Engine *engine, const Game *game, const EngineLimits *limits);

// Fills the `wanted` best lines, at most ENGINE_LINES_MAX, or fewer if there are fewer moves, and
// returns how many. The first is the choice of the engine, the others are what its search found
// besides (engine_lines). For engines that keep only their choice they are found by looking at the
// position after each move with the smallest search there is, and searching the most promising few
// of those positions under the same limits; they come best first. The game must not be over.
size_t view_lines(Engine *engine, const Game *game, const EngineLimits *limits, size_t wanted,
    PositionReview *lines);
