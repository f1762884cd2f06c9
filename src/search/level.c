#include "search/level.h"

#include <assert.h>

// Spaced by matches (`immure levels`): each beats the one below by 200 to 400 Elo in both games
// (docs/strength.md).
static const Level LEVELS[] = {
    {"1", 60, 1},
    {"2", 30, 4},
    {"3", 12, 12},
    {"4", 5, 30},
    {"5", 1, 80},
    {"6", 0, 250},
    {"7", 0, 1000},
    {"8", 0, 0},
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
