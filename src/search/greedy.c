// The move that looks best one ply ahead, ties broken at random so that games differ.

#include <limits.h>
#include <stdlib.h>

#include "base/rng.h"
#include "eval/simple.h"
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
    (void)state;
}

static void think(void *state, const Thinking *thinking, EngineReport *report) {
    const Rules *rules = thinking->game->rules;
    const Position *pos = game_position(thinking->game);
    Move moves[MOVES_MAX];
    size_t count = game_moves(thinking->game, moves);
    int best = INT_MIN;
    uint64_t tied = 0;
    for (size_t i = 0; i < count; i++) {
        Position next;
        rules->apply(pos, moves[i], &next);
        int score = -simple_eval(rules, &next);
        tied = score > best ? 1 : tied + (score == best);
        // The k-th of equals replaces the one kept with probability 1/k: each is as likely in the
        // end (reservoir sampling).
        if (score > best || (score == best && rng_below(state, tied) == 0)) {
            best = score;
            report->pv[0] = moves[i];
        }
    }
    report->depth = 1;
    report->score = best; // a step or move counts as a logit: a rough guess, as nothing is fitted
    report->nodes = count;
    report->pv_count = 1;
}

const EngineKind ENGINE_GREEDY = {
    .name = "greedy",
    .summary = "the best move one ply ahead",
    .create = create,
    .destroy = free,
    .new_game = new_game,
    .think = think,
};
