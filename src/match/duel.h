#pragma once
// A match between two players as a part of another command, such as the gate of a new network: no
// table on the screen, and the result as numbers.

#include "match/runner.h"
#include "match/stats.h"

typedef struct Duel {
    const Rules *rules;
    const Variant *variant;
    const char *players[2]; // as words of `immure match --player`
    const Openings *openings;
    int games; // at most
    int concurrency;
    const Sprt *sprt;        // may be null
    const char *journal;     // may be null: then it cannot be taken up again
    const char *self;        // this program, for built-in engines
    const MatchVenue *venue; // who plays; null: this machine
    uint64_t seed;
} Duel;

typedef struct DuelResult {
    int games;
    double points;      // of the first player
    Stats stats;        // of the pairs; with a test, of those that count for it
    SprtStatus verdict; // SPRT_CONTINUE without a test, or undecided
    double llr;
} DuelResult;

// Plays until all games are done, the test decides, or `stop` is set. False with a reason if the
// match cannot be played.
bool duel_play(const Duel *duel, const MatchListener *listener, const atomic_bool *stop,
    DuelResult *result, Error *error);
