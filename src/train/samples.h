#pragma once
// Games of self-play on disk: what networks are trained on.
//
// A file is a header (game, variant, format version) and one block for each game: its start, its
// moves, and for each position what the search made of it: a value, and which moves it visited.
// Positions are got by playing the moves again. Each block has a checksum: a writer that was killed
// leaves at most one broken block at the end, which the next writer cuts off and a reader stops at.
// Files of one game and variant can be read one after the other as if they were one
// (docs/formats.md).

#include <stdio.h>

#include "rules/rules.h"

#define SAMPLE_PLIES_MAX 512
#define SAMPLE_SHARES_MAX 16

// A move that the search visited, and how often: the most visited one has SAMPLE_SHARE_ONE.
#define SAMPLE_SHARE_ONE 255
typedef struct SampleShare {
    Move move;
    uint8_t share; // not 0
} SampleShare;

// What is known about one position of a game.
typedef struct SamplePly {
    Move move;           // that was played; MOVE_NONE if the game was broken off here
    int16_t value;       // by the search, thousandths of a logit, for the side to move
    bool is_quiet;       // searched with all nodes: worth learning from, whatever was played
    uint8_t share_count; // 0 in files of version 1
    SampleShare shares[SAMPLE_SHARES_MAX]; // the most visited moves, none twice
} SamplePly;

typedef struct SampleGame {
    const Rules *rules;
    const Variant *variant;
    Position start;
    Result result;
    size_t count;
    SamplePly plies[SAMPLE_PLIES_MAX];
} SampleGame;

typedef struct SampleFile SampleFile;

// Opens for reading; null with a reason. Close with samples_close.
SampleFile *samples_open(const char *path, Error *error);

// Opens for appending, or makes the file; cuts off a broken block at the end. A file of version 1
// stays one: shares of visits are not written to it. Null with a reason,
// also if the file belongs to another game or variant or somebody else is writing it.
SampleFile *samples_append_to(
    const char *path, const Rules *rules, const Variant *variant, Error *error);

bool samples_close(SampleFile *file, Error *error);

const Rules *samples_rules(const SampleFile *file);
const Variant *samples_variant(const SampleFile *file);

// Reads the next game. False at the end, and at the first broken block (`*broken` tells).
bool samples_next(SampleFile *file, SampleGame *game, bool *broken);

// Where the next game starts, and going there: an index for reading games in any order.
long samples_tell(const SampleFile *file);
bool samples_seek(SampleFile *file, long offset);

// Writes a game; it is on its way to the disk when this returns.
bool samples_put(SampleFile *file, const SampleGame *game, Error *error);
