#include "search/solved_root.h"

#include <limits.h>

#include "base/clock.h"
#include "search/deadline.h"

static bool solve(SolvedRoot *root, const Position *pos, int *result) {
    root->nodes++;
    return root->evaluator->solve(pos, root->memory, result);
}

static bool is_time_up(const SolvedRoot *root) {
    const Thinking *thinking = root->thinking;
    return atomic_load_explicit(thinking->stop, memory_order_relaxed) ||
           (thinking->stop_ns != DEADLINE_NEVER &&
               clock_now_ns() - thinking->start_ns >= (thinking->stop_ns - thinking->start_ns) / 2);
}

bool solved_root_probe(SolvedRoot *root) {
    const Game *game = root->thinking->game;
    root->nodes = 0;
    return root->evaluator->solve && solve(root, game_position(game), &root->result) &&
           root->result != 0;
}

// What a move that was just played is worth to who played it; false if that is not known.
static bool value_after(SolvedRoot *root, const Position *next, int *value) {
    const Outcome outcome = root->thinking->game->rules->outcome(next);
    // A side without a move has lost; by how many moves, only `solve` says.
    if (outcome.result != RESULT_NONE && outcome.ending != ENDING_NO_MOVE) {
        *value = outcome.result == RESULT_DRAW                                       ? 0
                 : outcome.result == result_win_for(side_other(position_turn(next))) ? INT_MAX
                                                                                     : -INT_MAX;
        return true;
    }
    int result;
    bool is_known = solve(root, next, &result);
    *value = is_known ? -result : 0;
    return is_known;
}

bool solved_root_choose(SolvedRoot *root, const Move *moves, size_t count, size_t *index) {
    const Rules *rules = root->thinking->game->rules;
    const Position *pos = game_position(root->thinking->game);
    int best = INT_MIN;
    // The first move that keeps the margin will do (evaluator.h).
    for (size_t i = 0; i < count && best < root->result && !is_time_up(root); i++) {
        Position next;
        int value;
        rules->apply(pos, moves[i], &next);
        if (value_after(root, &next, &value)) {
            *index = value > best ? i : *index;
            best = value > best ? value : best;
        } else if (root->result < 0) {
            return false; // here the other side may still go wrong: that is for the search to see
        }
    }
    return best > (root->result > 0 ? 0 : INT_MIN);
}
