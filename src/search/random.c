// Any legal move, each as likely as the others: the shortest complete engine.
//
// To write another one, copy this file, think harder in `think`, and name the table in kinds.h and
// kinds.c. Everything an engine remembers between moves lives in its state.

#include <stdlib.h>

#include "base/rng.h"
#include "search/kinds.h"

static void *create(const EngineOptions *options, Error *error) {
    (void)error;
    Rng *rng = malloc(sizeof *rng);
    if (!rng) {
        abort();
    }
    rng_init(rng, options->seed);
    return rng;
}

static void new_game(void *state) {
    (void)state; // nothing to forget
}

static void think(void *state, const Thinking *thinking, EngineReport *report) {
    Move moves[MOVES_MAX];
    size_t count = game_moves(thinking->game, moves);
    report->depth = 0;
    report->nodes = 1;
    report->pv[0] = moves[rng_below(state, count)];
    report->pv_count = 1;
}

const EngineKind ENGINE_RANDOM = {
    .name = "random",
    .summary = "any legal move",
    .create = create,
    .destroy = free,
    .new_game = new_game,
    .think = think,
};
