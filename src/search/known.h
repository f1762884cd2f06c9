#pragma once
// Playing on where the result is known: which move keeps it, without a search.
//
// A move that keeps the margin of a won position makes progress (evaluator.h), so looking one move
// ahead is enough to win. A search that only knows who wins would walk in circles where positions
// can recur. A side that has lost picks the move after which it has lost by least, and lives on the
// other's mistakes.

#include "eval/evaluator.h"
#include "search/engine.h"

typedef struct Known {
    const Evaluator *evaluator;
    const Thinking *thinking;
    void *memory;   // of the evaluation's `solve`
    int result;     // for the side to move: positive or negative
    uint64_t nodes; // positions looked at
} Known;

// Looks whether the result is known and a move can be chosen by it. The first three fields are set
// by the caller, the others here.
bool known_look(Known *known);

// Chooses from all the moves of the position, which come in the order of their promise. False if no
// move is known to keep the result, or if that could not be found out before half of the time was
// over, for then a search has to do.
bool known_choose(Known *known, const Move *moves, size_t count, size_t *index);
