#pragma once
// What every evaluation of Quoridor says alike: moves that end the game, and values that fade where
// the variant's cap on plies leaves the leader too few to arrive.

#include "eval/evaluator.h"
#include "rules/quoridor/pawn.h"

// Where so many plies more are left than the leader needs, the cap does not matter: about what
// eight walls, each a turn and two steps, can still cost.
#define FINISH_CAP_MARGIN 32

// Plies until the cap.
static inline int finish_plies_left(const Position *pos) {
    return pos->variant->ply_cap ? pos->variant->ply_cap - pos->ply : INT16_MAX;
}

// Nobody wins who does not arrive before the cap. A jump saves two plies, walls cost them. The
// value and the steps to go are those of a position with so many plies left.
static inline int finish_fade(int value, int own_steps, int other_steps, int plies_left) {
    int needed = value > 0 ? 2 * own_steps - 1 : 2 * other_steps;
    int spare = plies_left + 2 - needed;
    if (spare >= FINISH_CAP_MARGIN) {
        return value;
    }
    return spare <= 0 ? 0 : value * spare / FINISH_CAP_MARGIN;
}

// Whether a move can leave the other side without any. With a wall in hand it always has one: 20
// walls of four places each cannot take all 128.
static inline bool finish_may_shut_in(const Position *pos) {
    return !pos->variant->edge_is_barrier && pos->quoridor.walls_left[!pos->turn] == 0;
}

// Whether a move does, which wins.
static inline bool finish_shuts_in(const Position *pos, Move move) {
    if (!finish_may_shut_in(pos)) {
        return false;
    }
    const Side mover = position_turn(pos);
    const QuoridorKind kind = quoridor_move_kind(move);
    Position after = *pos;
    after.turn = (uint8_t)side_other(mover);
    if (kind == QUORIDOR_PAWN) {
        after.quoridor.pawn[mover] = (uint8_t)quoridor_move_where(move);
    } else {
        ways_put_wall(&after.quoridor, kind, quoridor_move_where(move));
    }
    return !pawn_targets(&after);
}

// Whether a move that is not a step to the goal row can end the game.
static inline bool finish_is_near(const Position *pos) {
    return finish_plies_left(pos) <= 1 || finish_may_shut_in(pos);
}

// Whether a move ends the game; then `*value` is what it is worth to the side that plays it.
static inline bool finish_is_end(const Position *pos, Move move, int *value) {
    const bool is_pawn = quoridor_move_kind(move) == QUORIDOR_PAWN;
    if (is_pawn && quoridor_is_goal(position_turn(pos), quoridor_move_where(move))) {
        *value = VALUE_MAX;
        return true;
    }
    if (finish_plies_left(pos) <= 1) {
        *value = 0;
        return true;
    }
    *value = VALUE_MAX;
    return finish_shuts_in(pos, move);
}
