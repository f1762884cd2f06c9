#include "twin/quoridor_race_twin.h"

#include <assert.h>
#include <string.h>

#include "rules/quoridor/path.h"

int race_twin_index(const Position *pos) {
    return (pos->turn * QUORIDOR_SQUARES + pos->quoridor.pawn[SIDE_FIRST]) * QUORIDOR_SQUARES +
           pos->quoridor.pawn[SIDE_SECOND];
}

void race_twin_position(const Position *pos, int index, Position *out) {
    *out = *pos;
    out->ply = 0;
    out->turn = (uint8_t)(index / QUORIDOR_SQUARES / QUORIDOR_SQUARES);
    out->quoridor.pawn[SIDE_FIRST] = (uint8_t)(index / QUORIDOR_SQUARES % QUORIDOR_SQUARES);
    out->quoridor.pawn[SIDE_SECOND] = (uint8_t)(index % QUORIDOR_SQUARES);
    out->quoridor.walls_left[SIDE_FIRST] = 0;
    out->quoridor.walls_left[SIDE_SECOND] = 0;
}

static bool is_valid(const Position *pos) {
    const QuoridorPosition *board = &pos->quoridor;
    Ways open = ways_open(board);
    return board->pawn[SIDE_FIRST] != board->pawn[SIDE_SECOND] &&
           path_exists(open, board->pawn[SIDE_FIRST], SIDE_FIRST) &&
           path_exists(open, board->pawn[SIDE_SECOND], SIDE_SECOND);
}

static int outcome_value(const Position *pos) {
    Outcome outcome = quoridor_rules(CPU_BASE)->outcome(pos);
    if (outcome.result == RESULT_NONE || outcome.result == RESULT_DRAW) {
        return 0;
    }
    return outcome.result == result_win_for(position_turn(pos)) ? 1 : -1;
}

static void set_state(RaceTwinState *state, const Position *pos) {
    *state = (RaceTwinState){0};
    if (!is_valid(pos)) {
        return;
    }
    const Rules *rules = quoridor_rules(CPU_BASE);
    Position capped = *pos;
    capped.ply = (uint16_t)pos->variant->ply_cap;
    state->at_cap = outcome_value(&capped);
    state->before = outcome_value(pos);
    bool is_over = rules->outcome(pos).ending == ENDING_GOAL;
    state->kind = is_over ? RACE_TWIN_OVER : RACE_TWIN_GOING;

    Move moves[MOVES_MAX];
    state->move_count = (int)rules->moves(pos, moves);
    assert(state->move_count <= RACE_TWIN_MOVES_MAX);
    for (int i = 0; i < state->move_count; i++) {
        Position after;
        rules->apply(pos, moves[i], &after);
        state->moves[i] = race_twin_index(&after);
    }
}

// The value with one ply more than the values given.
static int better_value(const RaceTwinState *state, const int *values) {
    if (state->kind == RACE_TWIN_INVALID || state->move_count == 0) {
        return state->before;
    }
    int best = -1;
    for (int i = 0; i < state->move_count; i++) {
        int value = -values[state->moves[i]];
        best = value > best ? value : best;
    }
    return best;
}

void race_twin_solve(RaceTwin *twin, const Position *pos) {
    // The shortest cap tells the two outcomes apart: ply 0 is before it, ply 1 at it.
    Variant variant = *pos->variant;
    variant.ply_cap = 1;
    int values[RACE_TWIN_STATES];
    for (int i = 0; i < RACE_TWIN_STATES; i++) {
        Position state_pos;
        race_twin_position(pos, i, &state_pos);
        state_pos.variant = &variant;
        set_state(&twin->states[i], &state_pos);
        values[i] = twin->states[i].value = twin->states[i].at_cap;
    }
    bool is_changing = true;
    for (int cap = 1; is_changing; cap++) {
        is_changing = false;
        for (int i = 0; i < RACE_TWIN_STATES; i++) {
            RaceTwinState *state = &twin->states[i];
            int value = better_value(state, values);
            if (value != state->value) {
                assert(state->value == 0);
                state->value = value;
                state->plies = cap;
                is_changing = true;
            }
        }
        for (int i = 0; i < RACE_TWIN_STATES; i++) {
            values[i] = twin->states[i].value;
        }
    }
}
