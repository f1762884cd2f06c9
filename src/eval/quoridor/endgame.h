#pragma once
// The end of Quoridor for the searches: the exact result once nobody has a wall left.
//
// Races are solved for one set of walls at a time and kept, so that a search which comes to the
// same ending again and again solves it once.

#include "eval/quoridor/race.h"

#define ENDGAME_TABLES 16

// Clear it before its first use.
typedef struct EndgameMemory {
    RaceTable tables[ENDGAME_TABLES];
    bool is_solved[ENDGAME_TABLES];
} EndgameMemory;

// As Evaluator.solve.
bool endgame_solve(const Position *pos, void *memory, int *result);
