#pragma once
// Counting the leaves of the game tree: the proof that the rules are right and the measure of how
// fast they are.
//
// The last ply is counted, not played. A finished game has no moves, so what ends early adds
// nothing to the deeper counts. Repetition is honoured: the history of the game passed in matters.

#include "rules/game.h"

#define PERFT_THREADS_MAX 256

typedef struct PerftRoot {
    Move move;
    uint64_t nodes;
} PerftRoot;

// Counts below each legal move of the game's position, on `thread_count` threads (1 to
// PERFT_THREADS_MAX). `depth` is at least 1; `out` has room for MOVES_MAX. Returns the number of
// legal moves.
size_t perft_divide(const Game *game, int depth, int thread_count, PerftRoot *out);

// The sum of perft_divide. Depth 0 counts 1.
uint64_t perft_count(const Game *game, int depth, int thread_count);
