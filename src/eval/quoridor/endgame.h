#pragma once
// The end of Quoridor for the searches: the exact result once nobody has a wall left.
//
// Races are solved for one set of walls at a time and kept, so that a search which comes to the
// same ending again and again solves it once.

#include "eval/quoridor/race.h"

#define ENDGAME_TABLES 16
// Later than any game ends, in plies.
#define ENDGAME_LATEST 100000

// Clear it before its first use.
typedef struct EndgameMemory {
    RaceTable tables[ENDGAME_TABLES];
    bool is_solved[ENDGAME_TABLES];
} EndgameMemory;

// As Evaluator.solve. The margin is by how much the race is decided before ENDGAME_LATEST, so that
// it stays the same as long as the winner loses no time: who keeps it cannot walk in circles.
bool endgame_solve(const Position *pos, void *memory, int *result);
