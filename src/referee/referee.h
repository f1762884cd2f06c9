#pragma once
// One game between two programs: asks each in turn, keeps the clock, knows the rules, writes it
// down.
//
// The referee links no engine: it judges a stranger's program with the rules alone. Our own engines
// play as programs too, through the text protocol.

#include "referee/player.h"
#include "rules/record/record.h"

typedef struct RefereeOptions {
    const Rules *rules;
    const Variant *variant;
    PlayerOptions players[2]; // by Side
    const Move *opening;      // moves played before the programs are asked; may be null
    size_t opening_count;
    const char *log_folder; // transcripts and stderr go here; null for nowhere
} RefereeOptions;

// Plays a game. `record` is filled from the start to whatever was reached, with tags First, Second,
// Verdict and Termination; release it in any case. Every process is gone when this returns.
Verdict referee_play(const RefereeOptions *options, Record *record);
