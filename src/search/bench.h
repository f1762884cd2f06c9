#pragma once
// Fixed work on fixed positions: one number that changes when the engine's behaviour does.
//
// The signature measures nothing. It is the same on every machine and at every CPU level, and shows
// whether a change of code has changed the search or the evaluation.

#include "search/engine.h"

typedef struct BenchPosition {
    const char *variant;
    const char *moves;
} BenchPosition;

typedef struct BenchGame {
    const char *name;
    uint64_t nodes; // for each position: a few seconds in all with any engine
    const BenchPosition *positions;
    size_t position_count;
} BenchGame;

#define BENCH_GAMES_COUNT 2
extern const BenchGame BENCH_GAMES[BENCH_GAMES_COUNT];

typedef struct BenchResult {
    const BenchGame *game;
    uint32_t signature;
    uint64_t nodes;
    int64_t time_ns;
} BenchResult;

// Searches the positions of a game, or those of one variant, with an engine of a kind, on one
// thread. `only` may be null. False with a reason as engine_new.
bool bench_measure(
    const BenchGame *bench, const Variant *only, Slice kind, BenchResult *result, Error *error);
