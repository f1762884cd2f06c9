#pragma once
// A whole game under the engine's eyes: each position, what each move cost, and the mistakes.
//
// A move's loss is how much win probability its player had before it, by the engine's view, and no
// longer has after it. The engine's own choice loses nothing: what its view changes from one
// position to the next is then the search's noise, not the player's doing.

#include "cli/analyse_view.h"

typedef enum Mark {
    MARK_NONE,
    MARK_INACCURACY, // from 5 % of loss
    MARK_MISTAKE,    // from 10 %
    MARK_BLUNDER,    // from 20 %
    MARK_COUNT,
} Mark;

// A word, and the sign that players write behind the move; both empty for MARK_NONE.
const char *mark_name(Mark mark);
const char *mark_sign(Mark mark);

typedef struct ReviewStep {
    PositionReview view; // of the position after the move
    double loss; // of the move, in win probability of the side that played it; 0 at the start
    Mark mark;
} ReviewStep;

typedef struct GameAnalysis {
    const Game *game;  // not owned
    ReviewStep *steps; // game->count + 1 of them, the first is the start
    size_t *mistakes;  // steps with a mark, the largest loss first
    size_t mistake_count;
    int marks[2][MARK_COUNT]; // by Side
    double mean_loss[2];      // of a move, by Side
} GameAnalysis;

// Called before each position is searched.
typedef void (*GameProgress)(size_t done, size_t total);

// Searches every position of a game; release the analysis before the game. `progress` may be null.
void game_analysis_init(GameAnalysis *analysis, const Game *game, Engine *engine,
    const EngineLimits *limits, GameProgress progress);
void game_analysis_release(GameAnalysis *analysis);

// Whose move led to a step; not for the start.
Side game_analysis_mover(const GameAnalysis *analysis, size_t step);
