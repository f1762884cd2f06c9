#pragma once
// How the ratings of a match settled while it was played.
//
// A History looks back at some 80 moments of a match, evenly spaced by games, and says what was
// known then. Between two players that is one line, the Elo difference (pentanomial) as seen by
// the first contestant; among more it is a line for each, fitted to all games so far. The work
// grows with the games and not with games times moments, so 10,000 games take milliseconds.

#include "match/match.h"

#define HISTORY_POINTS_MAX 80

typedef struct HistoryPoint {
    double elo;
    double elo_low; // the 95 % interval, which is not symmetric between two players
    double elo_high;
} HistoryPoint;

typedef struct History {
    size_t point_count; // 0 while nothing is known
    size_t line_count;
    size_t games[HISTORY_POINTS_MAX]; // how many had ended, rising
    HistoryPoint *points;             // line by line, a row for each contestant
} History;

History *history_new(const Match *match);
void history_free(History *history);

static inline HistoryPoint history_at(const History *history, size_t line, size_t point) {
    return history->points[line * HISTORY_POINTS_MAX + point];
}
