#include "twin/minimax_twin.h"

#include <assert.h>
#include <stdlib.h>

// For the side to move of a finished game: 1, 0 or -1.
static int result_of(const Rules *rules, const Position *pos) {
    Outcome outcome = rules->outcome(pos);
    assert(outcome.result != RESULT_NONE);
    return outcome.result == RESULT_DRAW                          ? 0
           : outcome.result == result_win_for(position_turn(pos)) ? 1
                                                                  : -1;
}

static size_t list_moves(const Rules *rules, const Position *pos, Move **moves) {
    *moves = malloc(MOVES_MAX * sizeof **moves);
    assert(*moves);
    return rules->moves(pos, *moves);
}

int minimax_result(const Rules *rules, const Position *pos, int plies) {
    if (rules->outcome(pos).result != RESULT_NONE) {
        return result_of(rules, pos);
    }
    if (plies == 0) {
        return 0;
    }
    Move *moves;
    size_t count = list_moves(rules, pos, &moves);
    int best = -1;
    for (size_t i = 0; i < count && best < 1; i++) {
        Position next;
        rules->apply(pos, moves[i], &next);
        int result = -minimax_result(rules, &next, plies - 1);
        best = result > best ? result : best;
    }
    free(moves);
    return best;
}

static int value_at(
    const Rules *rules, const Evaluator *evaluator, const Position *pos, int ply, int depth) {
    if (rules->outcome(pos).result != RESULT_NONE) {
        return result_of(rules, pos) * (MINIMAX_WIN - ply);
    }
    if (depth == 0) {
        return evaluator->value(evaluator, pos);
    }
    Move *moves;
    size_t count = list_moves(rules, pos, &moves);
    int best = -MINIMAX_WIN;
    for (size_t i = 0; i < count; i++) {
        Position next;
        rules->apply(pos, moves[i], &next);
        int value = -value_at(rules, evaluator, &next, ply + 1, depth - 1);
        best = value > best ? value : best;
    }
    free(moves);
    return best;
}

int minimax_value(const Rules *rules, const Evaluator *evaluator, const Position *pos, int depth) {
    return value_at(rules, evaluator, pos, 0, depth);
}
