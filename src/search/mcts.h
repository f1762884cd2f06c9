#pragma once
// Monte-Carlo tree search without playouts: PUCT over an evaluation.
//
// Expanding a node evaluates all its moves at once. Their values are their priors (by softmax) and
// their first results, so no policy is needed, and the node's own value is the mean of its moves
// weighted by a softmax, together with what was first thought of it. Proven results are backed up
// (MCTS-Solver), repetitions count as draws, and the tree is kept from move to move.
//
// Only half of what a node is worth is the mean over its visits, which is slow to see a refutation.
// The other half is minimax over the first evaluations of the tree below it (implicit minimax
// backups, Lanctot and others, 2014).

#include "eval/evaluator.h"
#include "search/engine.h"

typedef struct MctsSettings {
    float exploration; // c of PUCT
    float temperature; // of the softmax that makes priors, in logits
    int width;         // children kept, the best by evaluation; a root that is not an old tree's
                       // inner node keeps all
    float softness;    // a node's value: temperature of the mean of its moves, in logits
    float first;       // share of the node's own first evaluation in that value, 0 to 1
    float minimax;     // its share in what a node is worth, 0 to 1
} MctsSettings;

typedef struct Mcts Mcts;

// `evaluator` must be for the game that will be searched, and outlive the search. Null if the
// memory cannot be had.
Mcts *mcts_new(const Evaluator *evaluator, const MctsSettings *settings, int thread_count,
    size_t memory_bytes);
void mcts_free(Mcts *mcts);

// Forgets the tree.
void mcts_clear(Mcts *mcts);

// Searches until the limits or the stop flag end it, or until the answer cannot change any more.
// `nodes` of limits and report are simulations.
void mcts_search(Mcts *mcts, const Thinking *thinking, EngineReport *report);

// As EngineKind.lines.
size_t mcts_lines(const Mcts *mcts, size_t wanted, EngineReport *lines);
