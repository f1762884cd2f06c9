#pragma once
// Plays the games of a match, round by round: on this machine, or wherever its options say
// (agenda.h).
//
// A game that the referee itself spoiled is played again and never scored.

#include <stdatomic.h>

#include "match/journal.h"
#include "match/match.h"

typedef struct MatchListener {
    void *context;
    // After each game, one at a time, from any thread. The match does not change meanwhile.
    void (*on_game)(void *context, const Match *match, const MatchGame *game);
    // Something a person should know, e.g. that a program lost on time while the machine was busy.
    void (*on_warning)(void *context, const char *text);
} MatchListener;

// Plays until all games are done, the SPRT decides, or `*stop` is set; then the games under way are
// finished. False with a reason when the match cannot go on. It has fewer than INT_MAX games
// (match_planned_games).
bool match_run(Match *match, Journal *journal, const MatchListener *listener,
    const atomic_bool *stop, Error *error);
