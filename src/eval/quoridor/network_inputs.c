#include "eval/quoridor/network_inputs.h"

#include <assert.h>

#include "eval/quoridor/corridor.h"
#include "eval/quoridor/network.h"
#include "eval/quoridor/policy_view.h"
#include "eval/quoridor/turn.h"

static void put(NetworkInputs *out, int input) {
    assert(out->active_count < NETWORK_ACTIVE_MAX);
    out->active[out->active_count++] = (uint16_t)input;
}

static void put_squares(NetworkInputs *out, int first, Bits128 squares, Turn turn) {
    while (squares) {
        put(out, first + turned_square(turn, bits128_pop(&squares)));
    }
}

static void put_walls(
    NetworkInputs *out, QuoridorKind kind, uint64_t slots, Turn turn, int own, int other) {
    while (slots) {
        int slot = turned_slot(turn, bits64_pop(&slots));
        put(out, input_wall(kind, slot));
        put(out, input_walls_from(INPUT_WALL_FROM_OWN, own) + input_wall_place(kind, slot));
        put(out, input_walls_from(INPUT_WALL_FROM_OTHER, other) + input_wall_place(kind, slot));
    }
}

static void put_race(NetworkInputs *out, int own, int other, int own_walls, int other_walls) {
    put(out, input_stock_pair(own_walls, other_walls));
    put(out, input_distance(INPUT_DISTANCE_OWN, own));
    put(out, input_distance(INPUT_DISTANCE_OTHER, other));
    put(out, input_threat(INPUT_THREAT_OWN, own, other_walls));
    put(out, input_threat(INPUT_THREAT_OTHER, other, own_walls));
    put(out, input_lead(own, other, input_bucket(own_walls, other_walls)));
}

static void inputs(const Position *pos, int symmetry, NetworkInputs *out) {
    const QuoridorPosition *board = &pos->quoridor;
    const Side own = position_turn(pos);
    const Side other = side_other(own);
    const Turn turn = turn_of(pos, symmetry);
    const int own_pawn = turned_square(turn, board->pawn[own]);
    const int other_pawn = turned_square(turn, board->pawn[other]);
    const int own_walls = board->walls_left[own];
    const int other_walls = board->walls_left[other];
    const Ways open = ways_open(board);
    const Corridor own_way = corridor_find(open, own, board->pawn[own]);
    const Corridor other_way = corridor_find(open, other, board->pawn[other]);

    out->bucket = input_bucket(own_walls, other_walls);
    out->active_count = 0;
    put(out, INPUT_PAWN_OWN + own_pawn);
    put(out, INPUT_PAWN_OTHER + other_pawn);
    put(out, input_pawn_offset(own_pawn, other_pawn));
    put_walls(out, QUORIDOR_HORIZONTAL, board->horizontal, turn, own_pawn, other_pawn);
    put_walls(out, QUORIDOR_VERTICAL, board->vertical, turn, own_pawn, other_pawn);
    put_squares(out, INPUT_SHORTEST_OWN, own_way.shortest, turn);
    put_squares(out, INPUT_NEAR_OWN, own_way.near, turn);
    put_squares(out, INPUT_SHORTEST_OTHER, other_way.shortest, turn);
    put_squares(out, INPUT_NEAR_OTHER, other_way.near, turn);
    put_race(out, own_way.length, other_way.length, own_walls, other_walls);
    if (route_is_facing(open, board->pawn[SIDE_FIRST], board->pawn[SIDE_SECOND])) {
        put(out, input_facing(quoridor_row(other_pawn) - quoridor_row(own_pawn)));
    }

    out->linear[LINEAR_LEAD] = (int16_t)(other_way.length - own_way.length);
    out->linear[LINEAR_STOCK_LEAD] = (int16_t)(own_walls - other_walls);
    out->linear[LINEAR_DISTANCE_OWN] = (int16_t)own_way.length;
    out->linear[LINEAR_DISTANCE_OTHER] = (int16_t)other_way.length;
    out->linear[LINEAR_WIDTH_OWN] = (int16_t)bits128_count(own_way.shortest);
    out->linear[LINEAR_WIDTH_OTHER] = (int16_t)bits128_count(other_way.shortest);
    out->linear[LINEAR_ONE] = 1;
}

static const int16_t LINEAR_UNITS[LINEAR_COUNT] = {
    [LINEAR_LEAD] = 4,
    [LINEAR_STOCK_LEAD] = 4,
    [LINEAR_DISTANCE_OWN] = 8,
    [LINEAR_DISTANCE_OTHER] = 8,
    [LINEAR_WIDTH_OWN] = 8,
    [LINEAR_WIDTH_OTHER] = 8,
    [LINEAR_ONE] = 1,
};

const NetworkShape NETWORK_QUORIDOR = {
    .name = "quoridor",
    .game = "quoridor",
    .board_size = QUORIDOR_SIZE,
    .input_count = INPUT_COUNT,
    .bucket_count = INPUT_CLASSES * INPUT_CLASSES,
    .linear_count = LINEAR_COUNT,
    .linear_units = LINEAR_UNITS,
    .symmetry_count = 2,
    .inputs = inputs,
    .policy = &POLICY_QUORIDOR,
};
