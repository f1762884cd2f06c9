#include "eval/simple.h"

#include <string.h>

#include "rules/quoridor/path.h"

static int mobility_difference(const Rules *rules, const Position *pos) {
    Position other = *pos;
    other.turn = (uint8_t)side_other(position_turn(pos));
    return 100 * ((int)rules->count(pos) - (int)rules->count(&other));
}

// Steps from a player's pawn to its goal row; the rules see to it that there is a way.
static int path_length(const QuoridorPosition *board, Side side) {
    Ways open = ways_open(board);
    Bits128 home_row = bits128_bit(QUORIDOR_SIZE) - 1;
    Bits128 goal = side == SIDE_FIRST ? home_row << (QUORIDOR_SQUARES - QUORIDOR_SIZE) : home_row;
    Bits128 reached = bits128_bit(board->pawn[side]);
    int steps = 0;
    for (; !(reached & goal); steps++) {
        reached |= ways_step(open, reached);
    }
    return steps;
}

static int path_difference(const Position *pos) {
    Side me = position_turn(pos);
    int mine = path_length(&pos->quoridor, me);
    int theirs = path_length(&pos->quoridor, side_other(me));
    // With equal ways the side to move is half a step ahead.
    return 100 * (theirs - mine) + 50;
}

int simple_eval(const Rules *rules, const Position *pos) {
    Outcome outcome = rules->outcome(pos);
    if (outcome.result == RESULT_DRAW) {
        return 0;
    }
    if (outcome.result != RESULT_NONE) {
        bool won = outcome.result == result_win_for(position_turn(pos));
        return won ? SIMPLE_EVAL_WIN : -SIMPLE_EVAL_WIN;
    }
    return strcmp(rules->name, "amazons") == 0 ? mobility_difference(rules, pos)
                                               : path_difference(pos);
}

// A step or a hundred moves more is about a third of a logit: what it is exactly does not matter
// where nothing else is weighed against it.
#define VALUE_PER_SCORE 3

static int table_value(const Rules *rules, const Position *pos) {
    int score = simple_eval(rules, pos);
    int value = score * VALUE_PER_SCORE / (strcmp(rules->name, "amazons") == 0 ? 100 : 1);
    return score == SIMPLE_EVAL_WIN    ? VALUE_MAX
           : score == -SIMPLE_EVAL_WIN ? -VALUE_MAX
           : value >= VALUE_MAX        ? VALUE_MAX - 1
           : value <= -VALUE_MAX       ? 1 - VALUE_MAX
                                       : value;
}

static int value(const Evaluator *self, const Position *pos) {
    return table_value(rules_find(slice_from(self->game)), pos);
}

static void move_values(
    const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *values) {
    const Rules *rules = rules_find(slice_from(self->game));
    for (size_t i = 0; i < count; i++) {
        Position next;
        rules->apply(pos, moves[i], &next);
        values[i] = -table_value(rules, &next);
    }
}

const Evaluator *simple_evaluator(const Rules *rules) {
    static const Evaluator AMAZONS = {
        .name = "simple", .game = "amazons", .value = value, .move_values = move_values};
    static const Evaluator QUORIDOR = {
        .name = "simple", .game = "quoridor", .value = value, .move_values = move_values};
    return strcmp(rules->name, "amazons") == 0 ? &AMAZONS : &QUORIDOR;
}
