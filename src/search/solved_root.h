#pragma once
// The move of a root whose result Evaluator.solve knows, without a search.
//
// A move that keeps the margin of a won position makes progress (evaluator.h), so looking one move
// ahead is enough to win. A search that only knows who wins would go in circles where positions can
// recur. The losing side plays the move with the smallest losing margin.

#include "eval/evaluator.h"
#include "search/engine.h"

typedef struct SolvedRoot {
    const Evaluator *evaluator;
    const Thinking *thinking;
    void *memory;   // of the evaluation's `solve`
    int result;     // for the side to move: positive or negative
    uint64_t nodes; // positions looked at
} SolvedRoot;

// Whether the root is solved as a win or a loss. The caller sets the first three fields; this sets
// the others.
bool solved_root_probe(SolvedRoot *root);

// Chooses from all legal moves, given best first by evaluation. False, and a search is needed, if
// no move is known to keep the result, or if half of the time is over.
bool solved_root_choose(SolvedRoot *root, const Move *moves, size_t count, size_t *index);
