#pragma once
// How hard the engine tries: ten levels for people, from one who just learnt the rules, and `full`.
//
// A weak player is a strong one that sometimes does not look at all (any legal move) and otherwise
// looks at little. Work is counted in nodes and not in time, so a level is as strong on a slow
// machine as on a fast one; only `full` takes all the time it is given.

#include "base/slice.h"
#include "search/engine.h"

typedef struct Level {
    const char *name;
    int careless_percent; // of moves that are any legal move
    uint64_t nodes;       // for the others; 0 is no limit
} Level;

// A level by its name, `1` to `10` or `full`; null if unknown.
const Level *level_find(Slice name);
