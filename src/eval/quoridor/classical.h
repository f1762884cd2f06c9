#pragma once
// The hand-made evaluation of Quoridor: a few terms that players count, weighed by self-play.
//
// What decides a game is the race, and walls are time in hand: one is worth a step and a half
// (classical_weights.h, with what else was tried). Terms are from the view of the side to move;
// mirrored boards and exchanged colours give the same value. Values fade where the variant's cap on
// plies leaves the leader too few to arrive.

#include "base/cpu.h"
#include "eval/evaluator.h"

// Index 0 is the side to move, 1 the other.
typedef struct ClassicalTerms {
    int distance[2]; // steps of the shortest path, pawns ignored
    int walls[2];    // in hand
    // Pawns that run towards each other on one file are bound to meet, and who comes to move next
    // to the other jumps: 1 if that is the side to move, -1 if the other, 0 if they do not face.
    int facing;
} ClassicalTerms;

// The table for a CPU level that cpu_has().
const Evaluator *classical_evaluator(CpuLevel level);

// The terms of a position in which the game goes on.
void classical_terms(CpuLevel level, const Position *pos, ClassicalTerms *out);
