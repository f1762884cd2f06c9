// The engines that search by alpha-beta: over the game's evaluation, and `lieberum`, alpha-beta
// over his evaluation of Amazons. For Amazons the two are the same until there is a better one.

#include <string.h>

#include "base/cpu.h"
#include "eval/amazons/lieberum.h"
#include "eval/evaluators.h"
#include "search/alphabeta.h"
#include "search/kinds.h"

// Wide enough that the best move of a long search is rarely left out; not tuned yet.
static const AlphaBetaSettings AMAZONS = {.width = 40, .width_add = 20};
static const AlphaBetaSettings QUORIDOR = {.width = 40, .width_add = 20};

static void *create(const EngineOptions *options) {
    bool is_amazons = strcmp(options->rules->name, "amazons") == 0;
    return alphabeta_new(evaluator_for(options->rules), is_amazons ? &AMAZONS : &QUORIDOR,
        options->thread_count, (size_t)options->memory_mb << 20);
}

static void *create_lieberum(const EngineOptions *options) {
    return alphabeta_new(lieberum_evaluator(cpu_level()), &AMAZONS, options->thread_count,
        (size_t)options->memory_mb << 20);
}

static void destroy(void *state) {
    alphabeta_free(state);
}

static void new_game(void *state) {
    alphabeta_clear(state);
}

static void think(void *state, const Thinking *thinking, EngineReport *report) {
    alphabeta_search(state, thinking, report);
}

const EngineKind ENGINE_ALPHABETA = {
    .name = "alphabeta",
    .summary = "alpha-beta over the same evaluation",
    .create = create,
    .destroy = destroy,
    .new_game = new_game,
    .think = think,
};

const EngineKind ENGINE_LIEBERUM = {
    .name = "lieberum",
    .game = "amazons",
    .summary = "alpha-beta over Lieberum's evaluation",
    .create = create_lieberum,
    .destroy = destroy,
    .new_game = new_game,
    .think = think,
};
