// The engines that search by alpha-beta: over the game's evaluation, `lieberum` over his evaluation
// of Amazons, and `plain` over the plainest one, with no move pruned.

#include <stdlib.h>
#include <string.h>

#include "eval/evaluators.h"
#include "eval/simple.h"
#include "search/alphabeta.h"
#include "search/kinds.h"
#include "search/settings.h"

// Wide enough that the best move of a long search is rarely left out. Futility: decisions/0007.
static const AlphaBetaSettings AMAZONS = {.width = 40, .width_add = 20, .reduction = 0.4f};
static const AlphaBetaSettings QUORIDOR = {
    .width = 40, .width_add = 20, .reduction = 0.4f, .futility = 250};

static const Setting SETTINGS[] = {
    {"width", offsetof(AlphaBetaSettings, width), true, 1, MOVES_MAX},
    {"width_add", offsetof(AlphaBetaSettings, width_add), true, 0, MOVES_MAX},
    {"futility", offsetof(AlphaBetaSettings, futility), true, 0, VALUE_MAX},
    {"reduction", offsetof(AlphaBetaSettings, reduction), false, 0, 10},
    {0},
};

typedef struct AlphaBetaEngine {
    Evaluation *evaluation; // null where the evaluator lives for ever
    AlphaBeta *search;
} AlphaBetaEngine;

static void destroy(void *state) {
    AlphaBetaEngine *engine = state;
    alphabeta_free(engine->search);
    evaluation_free(engine->evaluation);
    free(engine);
}

// Takes `evaluation`, which may be null; `evaluator` is its table or lives for ever.
static void *create_over(const EngineOptions *options, Evaluation *evaluation,
    const Evaluator *evaluator, const AlphaBetaSettings *settings, Error *error) {
    AlphaBetaEngine *engine = calloc(1, sizeof *engine);
    if (!engine) {
        abort();
    }
    engine->evaluation = evaluation;
    engine->search =
        alphabeta_new(evaluator, settings, options->thread_count, (size_t)options->memory_mb << 20);
    if (!engine->search) {
        destroy(engine);
        return engine_without_memory(options, error);
    }
    return engine;
}

static void *create_with(const EngineOptions *options, const char *network, Error *error) {
    bool is_amazons = strcmp(options->rules->name, "amazons") == 0;
    AlphaBetaSettings settings = is_amazons ? AMAZONS : QUORIDOR;
    if (!settings_apply(&settings, sizeof settings, SETTINGS,
            slice_from(options->settings ? options->settings : ""), error)) {
        return NULL;
    }
    Evaluation *evaluation = evaluation_new(options->rules, options->variant, network, error);
    return evaluation
               ? create_over(options, evaluation, evaluation_table(evaluation), &settings, error)
               : NULL;
}

static void *create(const EngineOptions *options, Error *error) {
    return create_with(options, options->network, error);
}

static void *create_lieberum(const EngineOptions *options, Error *error) {
    return create_with(options, "none", error);
}

static void *create_plain(const EngineOptions *options, Error *error) {
    static const AlphaBetaSettings ALL = {.width = MOVES_MAX, .reduction = 0.4f};
    return create_over(options, NULL, simple_evaluator(options->rules), &ALL, error);
}

static void new_game(void *state) {
    AlphaBetaEngine *engine = state;
    alphabeta_clear(engine->search);
}

static void think(void *state, const Thinking *thinking, EngineReport *report) {
    AlphaBetaEngine *engine = state;
    alphabeta_search(engine->search, thinking, report);
}

const EngineKind ENGINE_ALPHABETA = {
    .name = "alphabeta",
    .summary = "alpha-beta over the same evaluation",
    .settings = SETTINGS,
    .create = create,
    .destroy = destroy,
    .new_game = new_game,
    .think = think,
};

const EngineKind ENGINE_LIEBERUM = {
    .name = "lieberum",
    .game = "amazons",
    .summary = "alpha-beta over Lieberum's evaluation",
    .settings = SETTINGS,
    .create = create_lieberum,
    .destroy = destroy,
    .new_game = new_game,
    .think = think,
};

const EngineKind ENGINE_PLAIN = {
    .name = "plain",
    .summary = "alpha-beta over the greedy engine's evaluation",
    .create = create_plain,
    .destroy = destroy,
    .new_game = new_game,
    .think = think,
};
