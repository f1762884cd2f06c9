#include "search/level.h"

#include <assert.h>

// Elo above level 1 by `immure levels`, each level against the one below: Quoridor 80 games a step,
// +- 34 to 143; Amazons 8x8 40 games, +- 99 to 451. The last level had 4,000 nodes for it, and has
// more where it is given a second.
static const Level LEVELS[] = {
    {"1", 60, 1},   // Amazons    0  Quoridor    0
    {"2", 30, 4},   //          440             90
    {"3", 12, 12},  //          820            280
    {"4", 5, 30},   //         1060            490
    {"5", 1, 80},   //         1300            710
    {"6", 0, 250},  //         1600            860
    {"7", 0, 1000}, //         1770           1080
    {"8", 0, 0},    //         2040           1240
};
_Static_assert(sizeof LEVELS / sizeof *LEVELS == LEVELS_COUNT, "levels are numbered from 1");

static const Level FULL = {"full", 0, 0};

const Level *level_find(Slice name) {
    for (size_t i = 0; i < LEVELS_COUNT; i++) {
        if (slice_is(name, LEVELS[i].name)) {
            return &LEVELS[i];
        }
    }
    return slice_is(name, FULL.name) ? &FULL : NULL;
}

const Level *level_at(int number) {
    assert(number >= 1 && number <= LEVELS_COUNT);
    return &LEVELS[number - 1];
}

bool level_is_full(const Level *level) {
    return level->nodes == 0 && level->careless_percent == 0;
}

Move level_begin(const Level *level, Engine *engine, const Game *game, Rng *rng) {
    if (rng_below(rng, 100) < (uint64_t)level->careless_percent) {
        Move moves[MOVES_MAX];
        return moves[rng_below(rng, game_moves(game, moves))];
    }
    if (level->nodes > 0) {
        engine_new_game(engine);
    }
    return MOVE_NONE;
}
