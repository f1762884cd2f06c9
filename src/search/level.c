#include "search/level.h"

#include <assert.h>
#include <string.h>

// Elo above level 1 by `immure levels`, each level against the one below, 100 games a step:
// Quoridor +- 69 to 134, Amazons 8x8 +- 66 to 176. The last level had 4,000 nodes for it, and has
// more where it is given a second. Measured before the search looked at minimax (decisions/0011).
// The page shows these numbers (web/src/views/new_game.ts).
static const Level LEVELS[] = {
    {"1", 60, 1, 0, 0},
    {"2", 30, 4, 360, 330},
    {"3", 12, 12, 770, 730},
    {"4", 5, 30, 1040, 950},
    {"5", 1, 80, 1290, 1170},
    {"6", 0, 250, 1530, 1340},
    {"7", 0, 1000, 1720, 1530},
    {"8", 0, 0, 2050, 1810},
};
_Static_assert(sizeof LEVELS / sizeof *LEVELS == LEVELS_COUNT, "levels are numbered from 1");

static const Level FULL = {"full", 0, 0, 2050, 1810};

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

int level_elo(const Level *level, const Rules *rules) {
    return strcmp(rules->name, "amazons") == 0 ? level->amazons_elo : level->quoridor_elo;
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
