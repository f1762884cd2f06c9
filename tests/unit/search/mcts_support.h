#pragma once
// What the tests of MCTS share: a search without an engine around it.

#include "base/clock.h"
#include "search/mcts_parts.h"

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
