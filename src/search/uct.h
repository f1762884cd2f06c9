#pragma once
// UCT with random playouts cut short by an evaluation: what the historic Amazons engines share.
//
// A simulation selects a leaf by UCB1, plays a few random plies from there, evaluates the position
// and backs the result up. The engines differ in their UctMethod: which plies the tree is made of,
// in which order they are tried, and how a value becomes a result. Proven results are backed up too
// (MCTS-Solver).
//
// One thread. The tree is allocated with the engine and emptied for each move; when it is full it
// stops growing and the playouts go on from its leaves. Each search starts from the seed, so that
// the same position and node limit give the same answer.

#include "base/rng.h"
#include "eval/evaluator.h"
#include "search/engine.h"
#include "search/playouts.h"

// What a method works with when it lists plies.
typedef struct UctTools {
    const Rules *rules;
    const Evaluator *evaluator;
    Rays rays; // of the board under search
    Rng rng;
} UctTools;

// A ply of the tree. The first half of a split move, the step of an amazon, is written as the move
// that then shoots back to where it came from: always legal.
typedef struct UctPly {
    Move move;
    bool wins; // ends the game at once
} UctPly;

typedef struct UctPlies {
    UctPly list[MOVES_MAX]; // in the order in which they will be tried
    size_t count;
    bool is_complete; // whether none was left out
} UctPlies;

typedef struct UctMethod {
    float exploration;      // the constant of UCB1, for results from 0 to 1
    uint32_t expand_visits; // a leaf is expanded after so many visits
    int playout_plies;
    bool splits_moves; // whether step and arrow are two plies of the tree

    // Writes the plies from a position; with `step` not MOVE_NONE, the arrows after that step.
    void (*list)(UctTools *tools, const Position *pos, Move step, UctPlies *out);

    // Progressive widening: how many plies may be tried at a node with so many visits.
    uint32_t (*width)(uint32_t visits);

    // The result of a playout by the evaluation of its last position, both for the side to move.
    float (*result)(int value);
} UctMethod;

// The score of a proven win; no other score is as large.
#define UCT_SCORE_WIN (VALUE_MAX / 10)

typedef struct Uct Uct;

// Uses at most options->memory_mb; null if that cannot be had or is too little for a tree.
Uct *uct_new(const UctMethod *method, const Evaluator *evaluator, const EngineOptions *options);

// The functions of an EngineKind whose state is a Uct. Nodes are playouts.
void uct_free(void *state);
void uct_new_game(void *state);
void uct_think(void *state, const Thinking *thinking, EngineReport *report);
