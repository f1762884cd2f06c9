// The default engine: MCTS over the game's evaluation.

#include <stdlib.h>
#include <string.h>

#include "eval/evaluators.h"
#include "search/kinds.h"
#include "search/settings.h"

// The origin of each number, as docs/decisions/NUMBER. The widths and the first temperatures are
// those of the prototypes: wide and soft for Amazons, which has hundreds of moves.
static const MctsSettings AMAZONS = {
    .exploration = 0.8f, // 0030
    .temperature = 1.0f, // 0030
    .policy = 0.3f,      // no network in nets/ has one for Amazons: it lost (0029)
    .width = 150,
    .widen = 1200,    // eight times the width (0022)
    .softness = 0.3f, // 0030
    .first = 0.4f,    // 0011
    .optimism = 0.2f, // 0028
    .minimax = 0.5f,  // 0011, 0030
    .siblings = 4,    // this and what follows: 0026
    .replies = 8,
    .margin = 0.03f,
};
static const MctsSettings QUORIDOR = {
    .exploration = 0.8f, // 0030
    .growth = 0.3f,      // 0031
    .fpu = 0.08f,        // 0028
    .temperature = 0.5f, // 0030
    .policy = 0.3f,      // 0029
    .width = 64,
    .widen = 512,     // eight times the width (0022)
    .softness = 0.3f, // 0030
    .minimax = 0.5f,  // 0011, 0030
};

static const Setting SETTINGS[] = {
    {"exploration", offsetof(MctsSettings, exploration), false, 0, 100},
    {"growth", offsetof(MctsSettings, growth), false, 0, 10},
    {"fpu", offsetof(MctsSettings, fpu), false, 0, 1},
    {"temperature", offsetof(MctsSettings, temperature), false, 0.01, 100},
    {"width", offsetof(MctsSettings, width), true, 1, MOVES_MAX},
    {"widen", offsetof(MctsSettings, widen), true, 0, 1e9},
    {"policy", offsetof(MctsSettings, policy), false, 0, 1},
    {"softness", offsetof(MctsSettings, softness), false, 0.01, 100},
    {"first", offsetof(MctsSettings, first), false, 0, 1},
    {"optimism", offsetof(MctsSettings, optimism), false, 0, 10},
    {"minimax", offsetof(MctsSettings, minimax), false, 0, 1},
    {"siblings", offsetof(MctsSettings, siblings), true, 0, MOVES_MAX},
    {"replies", offsetof(MctsSettings, replies), true, 0, MOVES_MAX},
    {"margin", offsetof(MctsSettings, margin), false, -1, 1},
    {0},
};

typedef struct Immure {
    Evaluation *evaluation;
    Mcts *mcts;
} Immure;

static void destroy(void *state) {
    Immure *immure = (Immure *)state;
    mcts_free(immure->mcts);
    evaluation_free(immure->evaluation);
    free(immure);
}

const MctsSettings *immure_settings(const Rules *rules) {
    return strcmp(rules->name, "amazons") == 0 ? &AMAZONS : &QUORIDOR;
}

bool immure_check_memory(const EngineOptions *options, Error *error) {
    // Evaluations of a game need the same memory, whatever the network.
    Evaluation *evaluation = evaluation_new(options->rules, NULL, "none", error);
    bool done = evaluation &&
                engine_has_memory(options,
                    mcts_memory_min(evaluation_table(evaluation), options->thread_count), error);
    evaluation_free(evaluation);
    return done;
}

static void *create(const EngineOptions *options, Error *error) {
    MctsSettings settings = *immure_settings(options->rules);
    if (!settings_apply(&settings, sizeof settings, SETTINGS,
            slice_from(options->settings ? options->settings : ""), error)) {
        return NULL;
    }
    Immure *immure = (Immure *)calloc(1, sizeof *immure);
    if (!immure) {
        abort();
    }
    immure->evaluation = evaluation_new(options->rules, options->variant, options->network, error);
    if (!immure->evaluation) {
        free(immure);
        return NULL;
    }
    const Evaluator *evaluator = evaluation_table(immure->evaluation);
    if (!engine_has_memory(options, mcts_memory_min(evaluator, options->thread_count), error)) {
        destroy(immure);
        return NULL;
    }
    immure->mcts =
        mcts_new(evaluator, &settings, options->thread_count, (size_t)options->memory_mb << 20);
    if (!immure->mcts) {
        destroy(immure);
        return engine_without_memory(options, error);
    }
    return immure;
}

static void new_game(void *state) {
    Immure *immure = (Immure *)state;
    mcts_clear(immure->mcts);
}

static void think(void *state, const Thinking *thinking, EngineReport *report) {
    Immure *immure = (Immure *)state;
    mcts_search(immure->mcts, thinking, report);
}

static size_t lines(const void *state, size_t wanted, EngineReport *out) {
    const Immure *immure = (const Immure *)state;
    return mcts_lines(immure->mcts, wanted, out);
}

size_t immure_save(void *state, const Game *game, Move move, char *out, size_t capacity) {
    Immure *immure = (Immure *)state;
    return mcts_save(immure->mcts, game, move, out, capacity);
}

bool immure_restore(void *state, const Game *game, Slice text) {
    Immure *immure = (Immure *)state;
    return mcts_restore(immure->mcts, game, text);
}

const EngineKind ENGINE_IMMURE = {
    .name = "immure",
    .summary = "MCTS, the strongest",
    .settings = SETTINGS,
    .create = create,
    .destroy = destroy,
    .new_game = new_game,
    .think = think,
    .lines = lines,
};
