#pragma once
// The race without walls solved a second time, slowly and plainly, to check race.h against.
//
// It plays the game with a cap of n plies for n = 0, 1, 2, ... by the Rules table alone: with no
// plies left a position is worth what outcome() says, else the best of what its moves lead to with
// one ply less. The number of plies that a result needs is the first n at which it shows.

#include "rules/quoridor/quoridor.h"

#define RACE_TWIN_STATES (2 * QUORIDOR_SQUARES * QUORIDOR_SQUARES)
// A pawn has at most three neighbours besides the other pawn and two squares beside that.
#define RACE_TWIN_MOVES_MAX 5

typedef enum RaceTwinKind {
    RACE_TWIN_INVALID, // pawns on one square, or one without a path: no such position
    RACE_TWIN_OVER,
    RACE_TWIN_GOING,
} RaceTwinKind;

typedef struct RaceTwinState {
    RaceTwinKind kind;
    int at_cap; // 1, 0, -1 for the side to move: the outcome when no ply is left
    int before; // the outcome when there is, if it is over or cannot move
    int move_count;
    int moves[RACE_TWIN_MOVES_MAX]; // the states they lead to
    int value;
    int plies; // at which the value showed; 0 while it is 0
} RaceTwinState;

typedef struct RaceTwin {
    RaceTwinState states[RACE_TWIN_STATES];
} RaceTwin;

// The state of a position.
int race_twin_index(const Position *pos);

// The position of a state, with the walls and the variant of `pos`, at ply 0 without walls in hand.
void race_twin_position(const Position *pos, int index, Position *out);

// Solves the walls of a position under its variant's edge rule.
void race_twin_solve(RaceTwin *twin, const Position *pos);
