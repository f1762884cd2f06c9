#pragma once
// Self-play, training and gating again and again, unattended (docs/training.md).
//
// Everything that a run knows is in its folder. It can be stopped or killed at any moment, goes on
// where it stopped, and ends as if nobody had disturbed it: each step of a generation is done when
// its own file is whole, and uses nothing that a later step changes.
//
//   samples-N.smp     games of self-play, in order, as many as there shall be
//   network-N.state   a checkpoint of training, until there is
//   network-N.net     the new network, written at once
//   gate-N.jsonl      the journal of its match against the network that played the samples
//   anchor-N.jsonl    the journal of its match against what stays the same
//   generations.csv   a line for each finished generation, rewritten at once: only now N is over,
//                     and its network, if better, plays the next samples
//
// start.net is the network that the run began with, if not with the classical evaluation.
// current.net (the best so far), generations.svg and story.txt are for people.

#include "eval/net/network.h"
#include "train/generations.h"
#include "train/network_match.h"
#include "train/selfplay.h"

#define LOOP_OTHERS_MAX 1024

typedef struct LoopSettings {
    const Rules *rules;
    const Variant *variant;
    const char *folder;        // made if it is not there
    const char *from;          // the network that a new run begins with; null: the classical one.
                               // A run that goes on has its own
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
    bool has_policy; // networks learn a policy too, from samples that have shares of visits
    int threads;
    const SelfplayVenue *selfplay; // who plays the samples; null: this program
} LoopSettings;

// What suits two cores; no game, no folder.
LoopSettings loop_settings_default(void);

// Told what happens, a line at a time.
typedef void (*LoopListener)(void *context, const char *line);

// Runs until the folder has as many generations as wanted or `stop` is set. False with a reason if
// it cannot go on; what is in the folder stays.
bool loop_run(const LoopSettings *settings, const NetworkMatches *matches, const atomic_bool *stop,
    LoopListener listener, void *context, Error *error);
