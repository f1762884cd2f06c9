#pragma once
// How long the players of a match took for their moves, by the referee's clock.
//
// The records of the games say it, so a match that is resumed from a journal tells it too. Moves of
// an opening have no time: nobody thought about them. Nor has a move that never came.

#include "match/match.h"

typedef struct MoveTimes {
    int64_t count; // moves with a time
    int64_t sum_ms;
    int64_t longest_ms;
} MoveTimes;

// Sums up all games. `out` has room for all contestants.
void match_move_times(const Match *match, MoveTimes *out);

static inline double move_times_mean_ms(const MoveTimes *times) {
    return times->count > 0 ? (double)times->sum_ms / (double)times->count : 0;
}
