#pragma once
// Strength levels for people, from 1, a beginner, to 8, full strength.
//
// A weaker level plays a share of its moves at random and searches few nodes for the others. Work
// is counted in nodes and not in time, so a level is as strong on a slow machine as on a fast one;
// only the last level takes all the time it is given.

#include "base/rng.h"
#include "base/slice.h"
#include "search/engine.h"

#define LEVELS_COUNT 8

typedef struct Level {
    const char *name;
    int careless_percent; // of moves that are random
    uint64_t nodes;       // for the others; 0 is no limit
} Level;

// What the levels of a game were measured at, above level 1.
typedef struct LevelElo {
    const char *game;
    int elo[LEVELS_COUNT];
} LevelElo;

// All games, ended by null: docs/strength/levels.json, made C when the program is built.
extern const LevelElo LEVEL_ELO[];

// A level by its name, `1` to `8`; `full` is the last one too. Null if unknown.
const Level *level_find(Slice name);

// By its number, 1 to LEVELS_COUNT.
const Level *level_at(int number);

// The Elo of a level, by its number, above level 1; measured on the usual board of a game and about
// the same on the others.
int level_elo(int number, const Rules *rules);

// Whether it is full strength, with all of the time and a book.
bool level_is_full(const Level *level);

// Prepares an engine for a move at a level. Returns the move if the level plays a random one, else
// MOVE_NONE: then call engine_think with the level's nodes. Clears the engine where its memory
// would make the level stronger than its nodes.
Move level_begin(const Level *level, Engine *engine, const Game *game, Rng *rng);
