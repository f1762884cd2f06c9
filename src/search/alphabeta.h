#pragma once
// Alpha-beta for games with hundreds of moves, over an evaluation.
//
// A node values all its moves at once with the evaluation, which orders them and, one ply above the
// horizon, is the answer. Deeper, the best of them are searched by principal variation search with
// reductions that grow with a move's place in the order, and only a part of the list is searched at
// all: the rest is taken to be as bad as it looks. Threads share the transposition table and
// nothing else.

#include "eval/evaluator.h"
#include "search/engine.h"

typedef struct AlphaBetaSettings {
    int width;       // moves searched at a node two plies above the horizon
    int width_add;   // and this many more for each ply further up
    float reduction; // of late moves: plies fewer for the product of the logarithms of depth and
                     // place in the order; 0 reduces none
    int futility;    // a move that looks worse than what is sure by this much for each ply to the
                     // horizon, up to three, is not searched; 0 skips none
} AlphaBetaSettings;

typedef struct AlphaBeta AlphaBeta;

// `evaluator` must be for the game that will be searched, and outlive the search. Null if the
// memory cannot be had.
AlphaBeta *alphabeta_new(const Evaluator *evaluator, const AlphaBetaSettings *settings,
    int thread_count, size_t memory_bytes);
void alphabeta_free(AlphaBeta *search);

// Forgets the table.
void alphabeta_clear(AlphaBeta *search);

void alphabeta_search(AlphaBeta *search, const Thinking *thinking, EngineReport *report);
