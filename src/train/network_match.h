#pragma once
// A match between two networks, as training asks for it.
//
// Training decides by games but does not play them: whoever runs the loop hands it NetworkMatches,
// a table of functions over something that can (cli/network_matches.h: the matches of match/).

#include <stdatomic.h>

#include "rules/rules.h"

typedef struct NetworkMatch {
    const Rules *rules;
    const Variant *variant;
    const char *new_network; // as EngineOptions.network, never null
    const char *old_network;
    int time_ms;    // for a move
    uint64_t nodes; // for a move, instead of a time, so that games can be repeated; 0: by time
    int games;      // at most
    int concurrency;
    const char *sprt;    // bounds of a test that may end it early; null: all games are played
    const char *journal; // keeps the games, so that the same match goes on from there; may be null
    uint64_t seed;
} NetworkMatch;

typedef enum NetworkVerdict {
    NETWORK_UNDECIDED, // also without a test
    NETWORK_NOT_BETTER,
    NETWORK_BETTER,
} NetworkVerdict;

typedef struct NetworkMatchResult {
    int games;
    double elo; // of the new network over the old one
    double elo_error;
    NetworkVerdict verdict;
} NetworkMatchResult;

typedef struct NetworkMatches {
    void *context;
    // Plays until all games are done, the test decides, or `stop` is set. False with a reason if
    // the match cannot be played.
    bool (*play)(void *context, const NetworkMatch *match, const atomic_bool *stop,
        NetworkMatchResult *result, Error *error);
} NetworkMatches;
