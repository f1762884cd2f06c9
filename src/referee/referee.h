#pragma once
// One game between two programs: asks each in turn, keeps the clock, knows the rules, writes it
// down.
//
// The referee links no engine: it judges a stranger's program with the rules alone. Our own engines
// play as programs too, through the text protocol.

#include "referee/player.h"
#include "rules/record/record.h"

// One turn of a program, also one that ended in a foul.
typedef struct RefereeTurn {
    Side side;
    size_t ply; // the move that it made or was to make, from 1; 0: its start, before any
    TurnCost cost;
    uint64_t transcript_end; // how long its transcript was afterwards
} RefereeTurn;

// What the programs were told and said, and what they wrote to stderr, by Side; and every turn.
typedef struct RefereeLogs {
    Text transcripts[2];
    Text errors[2];
    RefereeTurn *turns;
    size_t turn_count;
} RefereeLogs;

void referee_logs_init(RefereeLogs *logs);
void referee_logs_release(RefereeLogs *logs);

// Notes a turn that a player has had; without logs nothing.
void referee_logs_note(
    RefereeLogs *logs, const Player *player, Side side, size_t ply, const TurnCost *cost);

typedef struct RefereeOptions {
    const Rules *rules;
    const Variant *variant;
    PlayerOptions players[2]; // by Side
    const Move *opening;      // moves played before the programs are asked; may be null
    size_t opening_count;
    RefereeLogs *logs; // to be filled; may be null
    // Told the game at its start and after each move of a program, from the referee's thread; may
    // be null.
    void (*on_move)(void *context, const Game *game);
    void *context;
} RefereeOptions;

// Plays a game. `record` is filled from the start to whatever was reached, with tags First, Second,
// Verdict and Termination; release it in any case. Every process is gone when this returns.
Verdict referee_play(const RefereeOptions *options, Record *record);
