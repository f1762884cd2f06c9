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

typedef struct Searching {
    Evaluation *evaluation; // null where the evaluation is constant
    AlphaBeta *search;
} Searching;

static void destroy(void *state) {
    Searching *searching = state;
    alphabeta_free(searching->search);
    evaluation_free(searching->evaluation);
    free(searching);
}

static void *create_with(const EngineOptions *options, const char *network, Error *error) {
    bool is_amazons = strcmp(options->rules->name, "amazons") == 0;
    AlphaBetaSettings settings = is_amazons ? AMAZONS : QUORIDOR;
    if (!settings_apply(&settings, sizeof settings, SETTINGS,
            slice_from(options->settings ? options->settings : ""), error)) {
        return NULL;
    }
    Searching *searching = calloc(1, sizeof *searching);
    if (!searching) {
        abort();
    }
    searching->evaluation = evaluation_new(options->rules, options->variant, network, error);
    if (!searching->evaluation) {
        free(searching);
        return NULL;
    }
    searching->search = alphabeta_new(evaluation_table(searching->evaluation), &settings,
        options->thread_count, (size_t)options->memory_mb << 20);
    if (!searching->search) {
        destroy(searching);
        return engine_without_memory(options, error);
    }
    return searching;
}

static void *create(const EngineOptions *options, Error *error) {
    return create_with(options, options->network, error);
}

static void *create_lieberum(const EngineOptions *options, Error *error) {
    return create_with(options, "none", error);
}

static void *create_plain(const EngineOptions *options, Error *error) {
    static const AlphaBetaSettings ALL = {.width = MOVES_MAX, .reduction = 0.4f};
    Searching *searching = calloc(1, sizeof *searching);
    if (!searching) {
        abort();
    }
    searching->search = alphabeta_new(simple_evaluator(options->rules), &ALL, options->thread_count,
        (size_t)options->memory_mb << 20);
    if (!searching->search) {
        destroy(searching);
        return engine_without_memory(options, error);
    }
    return searching;
}

static void new_game(void *state) {
    Searching *searching = state;
    alphabeta_clear(searching->search);
}

static void think(void *state, const Thinking *thinking, EngineReport *report) {
    Searching *searching = state;
    alphabeta_search(searching->search, thinking, report);
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
