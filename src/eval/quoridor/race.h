#pragma once
// The end of Quoridor, solved: what a race is worth when nobody has a wall left.
//
// "The shorter path wins" fails as soon as the pawns meet: one jumps, blocks a corridor, or waits
// for the other to give way. But without walls in hand only the two pawns and the turn change, so
// all 81 x 81 x 2 positions of one set of walls are solved at once, backwards from the goal rows.
// What is neither won nor lost by force is drawn: two pawns that block each other for ever.
//
// A table is a value of 26 kB in the caller's memory, solved in a fraction of a millisecond; it
// answers for every position with these walls, whatever pawns, turn and ply.

#include "rules/quoridor/quoridor.h"

typedef struct RaceTable {
    uint64_t horizontal; // the walls it was solved for
    uint64_t vertical;
    bool edge_is_barrier;
    // By side to move, other pawn and own pawn: plies to the end by best play of both, the winner
    // hurrying and the loser delaying; positive won, negative lost, 0 drawn or over.
    int16_t plies[2][QUORIDOR_SQUARES][QUORIDOR_SQUARES];
} RaceTable;

typedef struct RaceResult {
    int value; // for the side to move: 1 won, 0 drawn, -1 lost
    // Until a pawn reaches its goal; 0 for a draw. A pawn that cannot move counts as one ply more,
    // because the cap on plies goes before that loss.
    int plies;
} RaceResult;

// Solves the walls of a position under its variant's edge rule; pawns, turn and stocks are ignored.
void race_solve(RaceTable *table, const Position *pos);

// Whether a table answers for a position.
bool race_matches(const RaceTable *table, const Position *pos);

// What a position with these walls, in which the game goes on and no walls are in hand, is worth. A
// win that comes after the variant's cap is a draw. Repetition before this position is not known.
void race_probe(const RaceTable *table, const Position *pos, RaceResult *out);

// The same without a table, where one pawn has a shortest path on which the other cannot meet it in
// time; `plies` is then an upper bound. False, and `out` untouched, where that does not decide.
bool race_quick(const Position *pos, RaceResult *out);
