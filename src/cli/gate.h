#pragma once
// Whether a new network plays better than an old one, at equal time.

#include "cli/duel.h"

typedef struct Gate {
    const Rules *rules;
    const Variant *variant;
    const char *new_network;
    const char *old_network; // as EngineOptions.network, never null
    int time_ms;             // for a move
    int games;               // at most
    int concurrency;
    const Sprt *sprt;    // null: play all games
    const char *journal; // may be null
    uint64_t seed;
} Gate;

// Plays until the test decides, the games are used up or `stop` is set.
bool gate_play(const Gate *gate, const atomic_bool *stop, DuelResult *result, Error *error);

// "better", "not better" or "undecided".
const char *gate_verdict_name(SprtStatus verdict);

// Copies a network file so that whoever reads the place finds the old or the new one, never half.
bool gate_install(const char *network, const char *place, Error *error);
