#pragma once
// How hard the engine tries: eight levels for people, from one who just learnt the rules to all
// that it can do.
//
// A weak player is a strong one that sometimes does not look at all (any legal move) and otherwise
// looks at little. Work is counted in nodes and not in time, so a level is as strong on a slow
// machine as on a fast one; only the last level takes all the time it is given.

#include "base/rng.h"
#include "base/slice.h"
#include "search/engine.h"

#define LEVELS_COUNT 8

typedef struct Level {
    const char *name;
    int careless_percent; // of moves that are any legal move
    uint64_t nodes;       // for the others; 0 is no limit
} Level;

// A level by its name, `1` to `8`; `full` is the last one too. Null if unknown.
const Level *level_find(Slice name);

// By its number, 1 to LEVELS_COUNT.
const Level *level_at(int number);

// Whether it is the last level, which may use all that there is: time, and a book.
bool level_is_full(const Level *level);

// Gets an engine ready to play a move at a level. A move that the level plays without a look is
// returned; MOVE_NONE asks for engine_think with the level's nodes. What the engine remembers is
// forgotten where it would make the level stronger than its nodes.
Move level_begin(const Level *level, Engine *engine, const Game *game, Rng *rng);
