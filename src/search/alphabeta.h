#pragma once
// Alpha-beta for games with hundreds of moves, over an evaluation.
//
// A node evaluates all its moves at once, which orders them and, one ply above the horizon, is the
// score. Deeper, the first of them are searched by principal variation search with late move
// reductions; the rest is pruned. Threads share only the transposition table (Lazy SMP).

#include "eval/evaluator.h"
#include "search/engine.h"

typedef struct AlphaBetaSettings {
    int width;       // moves searched at a node two plies above the horizon
    int width_add;   // and this many more for each ply further up
    float reduction; // late move reductions: plies for the product of the logarithms of depth and
                     // place in the order; 0 for none
    int futility;    // futility pruning: margin below alpha for each ply to the horizon, up to
                     // three; 0 for none
} AlphaBetaSettings;

typedef struct AlphaBeta AlphaBeta;

// `evaluator` must be for the game that will be searched, and outlive the search. The transposition
// table gets what the threads' buffers, about four megabytes each and mostly untouched, leave of
// `memory_bytes`, and at least half of that. Null if the memory cannot be had.
AlphaBeta *alphabeta_new(const Evaluator *evaluator, const AlphaBetaSettings *settings,
    int thread_count, size_t memory_bytes);
void alphabeta_free(AlphaBeta *search);

// Clears the transposition table.
void alphabeta_clear(AlphaBeta *search);

// As EngineKind.think; nodes are positions visited.
void alphabeta_search(AlphaBeta *search, const Thinking *thinking, EngineReport *report);
