#pragma once
// Self-play, training and gating again and again, unattended (docs/training.md).
//
// Everything that a run knows is in its folder, so it can be stopped at any time and goes on where
// it stopped: samples-N.smp and network-N.net of each generation, the journals of its matches,
// current.net (the best so far; without it the classical evaluation plays), generations.csv with a
// line for each finished generation, and story.txt for people.

#include "eval/net/network.h"
#include "train/generations.h"
#include "train/network_match.h"

#define LOOP_OTHERS_MAX 256

typedef struct LoopSettings {
    const Rules *rules;
    const Variant *variant;
    const char *folder;        // made if it is not there
    const char *from;          // the network that a new run begins with; null: the classical one
    const char *anchor;        // a network, or "none" for the classical evaluation
    const char *const *others; // samples that are learned from too
    size_t other_count;        // at most LOOP_OTHERS_MAX
    int generations;           // to have at the end
    int games;                 // of self-play in a generation
    int nodes;                 // for a move of self-play
    int time_ms;               // for a move of a match
    uint64_t match_nodes;      // instead of it, as NetworkMatch.nodes
    int gate_games;
    int anchor_games;
    int hidden;
    int threads;
} LoopSettings;

// What suits two cores; no game, no folder.
LoopSettings loop_settings_default(void);

// Told what happens, a line at a time.
typedef void (*LoopListener)(void *context, const char *line);

// Runs until the folder has as many generations as wanted or `stop` is set. False with a reason if
// it cannot go on; what is in the folder stays.
bool loop_run(const LoopSettings *settings, const NetworkMatches *matches, const atomic_bool *stop,
    LoopListener listener, void *context, Error *error);
