#pragma once
// What tests and benchmarks of MCTS share: a search without an engine around it.

#include <stdlib.h>

#include "base/clock.h"
#include "eval/evaluators.h"
#include "search/mcts_parts.h"

// A search of a game's start.
typedef struct Search {
    Evaluation *evaluation;
    Mcts *mcts;
    Game game;
} Search;

static inline Search search_start(
    const char *game, const MctsSettings *settings, size_t memory_bytes) {
    const Rules *rules = rules_find(slice_from(game));
    Search search = {.evaluation = evaluation_new(rules, NULL, NULL, NULL)};
    search.mcts = mcts_new(evaluation_table(search.evaluation), settings, 1, memory_bytes);
    if (!search.mcts) {
        abort();
    }
    game_init(&search.game, rules, &rules->variants[0]);
    return search;
}

static inline void search_end(Search *search) {
    mcts_free(search->mcts);
    game_release(&search->game);
    evaluation_free(search->evaluation);
}

static inline Node *root_of(const Mcts *mcts) {
    return tree_node(&mcts->tree, mcts->root);
}

// Searches so many nodes, without a clock.
static inline EngineReport search_nodes(Mcts *mcts, const Game *game, uint64_t nodes) {
    const atomic_bool stop = false;
    const Thinking thinking = {
        .game = game,
        .limits = {.nodes = nodes},
        .start_ns = clock_now_ns(),
        .stop_ns = DEADLINE_NEVER,
        .stop = &stop,
    };
    EngineReport report;
    mcts_search(mcts, &thinking, &report);
    mcts->thinking = NULL;
    return report;
}
