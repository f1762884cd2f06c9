#pragma once
// Puzzles: positions in which one move wins and every other one loses, both proven by search.
//
// They are looked for in games of the engine against itself, played fast enough to contain
// mistakes. Nothing is taken from an evaluation: a position whose proof is not found within the
// nodes is no puzzle. So what is found lies near the end of games: endings of Amazons, races and
// last walls of Quoridor.

#include "base/text.h"
#include "search/engine.h"

#define PUZZLE_GRADES 5

typedef struct Puzzle {
    Position pos;
    Move move; // the only one that wins
    int grade; // 1 to PUZZLE_GRADES: how many moves seem as good at first sight
} Puzzle;

typedef struct PuzzleLimits {
    uint64_t win_nodes;  // for the proof that the move wins
    uint64_t loss_nodes; // for the proof that another one loses, each
} PuzzleLimits;

// Whether a position is a puzzle. The engine's memory of other games is lost.
bool puzzle_prove(Engine *engine, const Game *game, const PuzzleLimits *limits, Puzzle *puzzle);

// Plays a game from a random start, `nodes` a move, and looks at its positions from the end
// backwards. Returns how many puzzles it has found, at most `most`.
size_t puzzle_search_game(Engine *engine, const Rules *rules, const Variant *variant,
    const PuzzleLimits *limits, uint64_t seed, uint64_t nodes, Puzzle *out, size_t most,
    const atomic_bool *stop);

// A line of a file of puzzles: `GRADE MOVE POSITION`.
void puzzle_write(const Puzzle *puzzle, const Rules *rules, Text *out);

// Reads such a line. The move must be legal.
bool puzzle_read(
    Slice line, const Rules *rules, const Variant *variant, Puzzle *puzzle, Error *error);
