// The engine that plays unless another one is asked for: MCTS over the game's evaluation.

#include <string.h>

#include "eval/evaluators.h"
#include "search/kinds.h"
#include "search/mcts.h"

// From the prototypes' experiences (wide and soft for Amazons, narrow and sharp for Quoridor); not
// tuned yet.
static const MctsSettings AMAZONS = {
    .exploration = 0.5f, .temperature = 1.0f, .width = 150, .softness = 0.3f};
static const MctsSettings QUORIDOR = {
    .exploration = 0.5f, .temperature = 0.5f, .width = 64, .softness = 0.3f};

static void *create(const EngineOptions *options) {
    bool is_amazons = strcmp(options->rules->name, "amazons") == 0;
    return mcts_new(evaluator_for(options->rules), is_amazons ? &AMAZONS : &QUORIDOR,
        options->thread_count, (size_t)options->memory_mb << 20);
}

static void destroy(void *state) {
    mcts_free(state);
}

static void new_game(void *state) {
    mcts_clear(state);
}

static void think(void *state, const Thinking *thinking, EngineReport *report) {
    mcts_search(state, thinking, report);
}

const EngineKind ENGINE_IMMURE = {
    .name = "immure",
    .summary = "MCTS, the strongest",
    .create = create,
    .destroy = destroy,
    .new_game = new_game,
    .think = think,
};
