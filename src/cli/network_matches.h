#pragma once
// Matches between networks by the referee: each plays as this program, called with that network.

#include "cli/game_server.h"
#include "match/duel.h"
#include "train/network_match.h"

// What the training loop plays its matches through, on the server's workers if there is one.
NetworkMatches network_matches(GameServer *server);

// One match, with all that is known of it. The test's bounds are the caller's, not match->sprt.
bool network_matches_play(const NetworkMatch *match, const Sprt *sprt, const GameServer *server,
    const atomic_bool *stop, DuelResult *result, Error *error);
