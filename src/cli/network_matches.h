#pragma once
// Matches between networks by the referee: each plays as this program, called with that network.

#include "match/duel.h"
#include "train/network_match.h"

// What the training loop plays its matches through.
NetworkMatches network_matches(void);

// One match, with all that is known of it. The test's bounds are the caller's, not match->sprt.
bool network_matches_play(const NetworkMatch *match, const Sprt *sprt, const atomic_bool *stop,
    DuelResult *result, Error *error);
