// What the network is shown of Quoridor positions, against slow distances and mirrored boards, and
// the kernel's values against those of the slow twin, network_value.

#include "unit/eval/quoridor_eval_support.h"

#include <string.h>

#include "eval/quoridor/finish.h"
#include "eval/quoridor/network.h"
#include "eval/quoridor/network_inputs.h"
#include "eval/quoridor/network_kernel.h"
#include "unit/support/cpu_levels.h"

#define FAR 1000

static Position read_position(const char *text) {
    Position pos;
    assert_true(best_rules()->read(slice_from(text), &best_rules()->variants[0], &pos, NULL));
    return pos;
}

static NetworkInputs shown(const Position *pos, int symmetry) {
    NetworkInputs inputs;
    memset(&inputs, 0, sizeof inputs);
    NETWORK_QUORIDOR.inputs(pos, symmetry, &inputs);
    return inputs;
}

static bool is_on(const NetworkInputs *inputs, int input) {
    for (size_t i = 0; i < inputs->active_count; i++) {
        if (inputs->active[i] == input) {
            return true;
        }
    }
    return false;
}

static int count_on(const NetworkInputs *inputs, int first, int end) {
    int count = 0;
    for (size_t i = 0; i < inputs->active_count; i++) {
        count += inputs->active[i] >= first && inputs->active[i] < end;
    }
    return count;
}

// Distances from all squares that start at 0, one step at a time until nothing changes.
static void relax(const Position *pos, int distance[QUORIDOR_SQUARES]) {
    Ways open = ways_open(&pos->quoridor);
    for (bool is_changing = true; is_changing;) {
        is_changing = false;
        for (int square = 0; square < QUORIDOR_SQUARES; square++) {
            for (int next = 0; next < QUORIDOR_SQUARES; next++) {
                if ((ways_step(open, bits128_bit(square)) >> next & 1) &&
                    distance[next] > distance[square] + 1) {
                    distance[next] = distance[square] + 1;
                    is_changing = true;
                }
            }
        }
    }
}

// The corridor of one player, by slow distances, must be what the two blocks of inputs show.
static void check_corridor(
    const Position *pos, const NetworkInputs *inputs, Side side, int shortest, int near) {
    int from_pawn[QUORIDOR_SQUARES];
    int to_goal[QUORIDOR_SQUARES];
    int pawn = pos->quoridor.pawn[side];
    for (int square = 0; square < QUORIDOR_SQUARES; square++) {
        from_pawn[square] = square == pawn ? 0 : FAR;
        to_goal[square] = quoridor_is_goal(side, square) ? 0 : FAR;
    }
    relax(pos, from_pawn);
    relax(pos, to_goal);
    for (int square = 0; square < QUORIDOR_SQUARES; square++) {
        int slack = from_pawn[square] + to_goal[square] - to_goal[pawn];
        int row = quoridor_row(square);
        int place = quoridor_square(
            quoridor_column(square), pos->turn == SIDE_FIRST ? row : QUORIDOR_SIZE - 1 - row);
        assert_int_equal(is_on(inputs, shortest + place), slack == 0);
        assert_int_equal(is_on(inputs, near + place), slack == 1 || slack == 2);
    }
}

static void check_corridors(const Position *pos) {
    if (pos->ply % 8 != 0) { // slow
        return;
    }
    NetworkInputs inputs = shown(pos, 0);
    Side own = position_turn(pos);
    check_corridor(pos, &inputs, own, INPUT_SHORTEST_OWN, INPUT_NEAR_OWN);
    check_corridor(pos, &inputs, side_other(own), INPUT_SHORTEST_OTHER, INPUT_NEAR_OTHER);
}

static void test_corridors_are_what_slow_distances_say(void **state) {
    (void)state;
    each_position(1, random_games(), check_corridors);
}

static int compare_inputs(const void *a, const void *b) {
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

static void assert_same_inputs(NetworkInputs a, NetworkInputs b) {
    assert_int_equal(a.bucket, b.bucket);
    assert_int_equal(a.active_count, b.active_count);
    assert_memory_equal(a.linear, b.linear, sizeof a.linear);
    qsort(a.active, a.active_count, sizeof *a.active, compare_inputs);
    qsort(b.active, b.active_count, sizeof *b.active, compare_inputs);
    assert_memory_equal(a.active, b.active, a.active_count * sizeof *a.active);
}

static void check_symmetry(const Position *pos) {
    NetworkInputs inputs = shown(pos, 0);
    for (size_t i = 0; i < inputs.active_count; i++) {
        assert_in_range(inputs.active[i], 0, NETWORK_QUORIDOR.input_count - 1);
    }
    Position exchanged = reflected(pos, false, true);
    assert_same_inputs(inputs, shown(&exchanged, 0));
    Position mirrored = reflected(pos, true, false);
    assert_same_inputs(inputs, shown(&mirrored, 1));
    assert_same_inputs(shown(pos, 1), shown(&mirrored, 0));
}

static void test_turned_boards_show_the_same(void **state) {
    (void)state;
    each_position(2, random_games(), check_symmetry);
}

// Every part of one position, counted by hand:
//
//      row 8   . . . . 2 . . . .        second, with 2 walls, is to move and 8 steps from rank 1
//      ...                              first, with 7, is 4 steps from rank 9
//      row 4   . . . . 1 . . . .        the wall is c4v: columns c and d, rows 3 and 4
static void test_inputs_of_a_position(void **state) {
    (void)state;
    Position pos = read_position("c4v e5 e9 7 2 2 0");
    NetworkInputs inputs = shown(&pos, 0);
    int own = quoridor_square(4, 0);
    int other = quoridor_square(4, 4);
    int slot = quoridor_slot(2, 4); // seen upside down
    int bucket = 1 * INPUT_CLASSES + 3;
    assert_int_equal(inputs.bucket, bucket);
    assert_true(is_on(&inputs, INPUT_PAWN_OWN + own));
    assert_true(is_on(&inputs, INPUT_PAWN_OTHER + other));
    assert_true(is_on(&inputs, INPUT_PAWN_OFFSET + (8 + 4) * INPUT_OFFSETS + 8));
    assert_true(is_on(&inputs, INPUT_WALL + QUORIDOR_SLOTS + slot));
    assert_true(is_on(&inputs, INPUT_WALL_FROM_OWN + INPUT_WALLS_FROM / 2 + (8 + 4) * 16 + 8 - 2));
    assert_true(is_on(&inputs, INPUT_WALL_FROM_OTHER + INPUT_WALLS_FROM / 2 + 8 * 16 + 8 - 2));
    assert_int_equal(count_on(&inputs, INPUT_SHORTEST_OWN, INPUT_NEAR_OWN), 9);
    assert_int_equal(count_on(&inputs, INPUT_SHORTEST_OTHER, INPUT_NEAR_OTHER), 5);
    assert_true(is_on(&inputs, INPUT_STOCK_PAIR + 2 * INPUT_STOCKS + 7));
    assert_true(is_on(&inputs, INPUT_DISTANCE_OWN + 8));
    assert_true(is_on(&inputs, INPUT_DISTANCE_OTHER + 4));
    assert_true(is_on(&inputs, INPUT_THREAT_OWN + 8 * INPUT_STOCKS + 7));
    assert_true(is_on(&inputs, INPUT_THREAT_OTHER + 4 * INPUT_STOCKS + 2));
    assert_true(is_on(&inputs, INPUT_LEAD + (8 - 4) * 16 + bucket));
    assert_true(is_on(&inputs, INPUT_FACING + 4 - 1));
    assert_int_equal(count_on(&inputs, INPUT_STOCK_PAIR, INPUT_COUNT), 7);
    assert_int_equal(count_on(&inputs, 0, INPUT_SHORTEST_OWN), 6);
    const int16_t linear[LINEAR_COUNT] = {-4, -5, 8, 4, 9, 5, 1};
    assert_memory_equal(inputs.linear, linear, sizeof linear);
}

static int random_between(Rng *rng, int low, int high) {
    return low + (int)rng_below(rng, (uint64_t)(high - low + 1));
}

// Weights of about the size that training gives: hidden sums leave 0 to 255 on both sides.
static Network random_network(int hidden_count) {
    Network network;
    Rng rng;
    rng_init(&rng, (uint64_t)hidden_count);
    assert_true(network_init(&network, &NETWORK_QUORIDOR, hidden_count));
    for (int i = 0; i < NETWORK_QUORIDOR.input_count * hidden_count; i++) {
        network.input[i] = (int16_t)random_between(&rng, -30, 30);
    }
    for (int i = 0; i < hidden_count; i++) {
        network.bias[i] = (int16_t)random_between(&rng, 0, 255);
    }
    for (int i = 0; i < NETWORK_QUORIDOR.bucket_count * hidden_count; i++) {
        network.output[i] = (int16_t)random_between(&rng, -127, 127);
    }
    for (int i = 0; i < NETWORK_QUORIDOR.bucket_count * NETWORK_QUORIDOR.linear_count; i++) {
        network.linear[i] = random_between(&rng, -200, 200) * NETWORK_LINEAR_ONE;
    }
    return network;
}

static Network tested;

static int slow_value(const Position *pos) {
    NetworkInputs inputs = shown(pos, 0);
    return finish_fade(network_value(&tested, &inputs), inputs.linear[LINEAR_DISTANCE_OWN],
        inputs.linear[LINEAR_DISTANCE_OTHER], finish_plies_left(pos));
}

static int slow_move_value(const Position *pos, Move move) {
    Position after;
    best_rules()->apply(pos, move, &after);
    Result result = best_rules()->outcome(&after).result;
    return result == RESULT_NONE ? -slow_value(&after) : result == RESULT_DRAW ? 0 : VALUE_MAX;
}

// The kernel as it is compiled where there are no intrinsics for it (tests/meson.build).
QUORIDOR_NETWORK_KERNEL(scalar)

static void check_values(const Position *pos) {
    Move moves[MOVES_MAX];
    int expected[MOVES_MAX];
    int values[MOVES_MAX];
    const int value = slow_value(pos);
    const size_t count = best_rules()->moves(pos, moves);
    for (size_t i = 0; i < count; i++) {
        expected[i] = slow_move_value(pos, moves[i]);
    }
    Evaluator evaluators[CPU_LEVEL_COUNT + 1] = {{
        .value = quoridor_network_value_scalar,
        .move_values = quoridor_network_move_values_scalar,
        .network = &tested,
    }};
    size_t evaluator_count = 1;
    for (int level = CPU_BASE; level < CPU_LEVEL_COUNT; level++) {
        if (cpu_has((CpuLevel)level)) {
            Evaluator *evaluator = &evaluators[evaluator_count++];
            assert_true(quoridor_network_evaluator(evaluator, &tested, (CpuLevel)level));
        }
    }
    for (size_t i = 0; i < evaluator_count; i++) {
        assert_int_equal(evaluators[i].value(&evaluators[i], pos), value);
        evaluators[i].move_values(&evaluators[i], pos, moves, count, values);
        assert_memory_equal(values, expected, count * sizeof *values);
    }
}

// Sizes that have code of their own, and some that have not.
static void test_kernel_equals_the_slow_twin(void **state) {
    (void)state;
    tell_missing_levels();
    static const int HIDDEN_COUNTS[] = {16, 32, 64, 80, 128, 256};
    for (size_t i = 0; i < sizeof HIDDEN_COUNTS / sizeof *HIDDEN_COUNTS; i++) {
        tested = random_network(HIDDEN_COUNTS[i]);
        each_position(10 + i, random_games() / 20 + 1, check_values);
        network_release(&tested);
    }
}

static void test_other_shapes_are_refused(void **state) {
    (void)state;
    NetworkShape shape = NETWORK_QUORIDOR;
    Network network;
    Evaluator evaluator = {0};
    assert_true(network_init(&network, &shape, 16));
    assert_false(quoridor_network_evaluator(&evaluator, &network, CPU_BASE));
    assert_null(evaluator.value);
    network_release(&network);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_corridors_are_what_slow_distances_say),
        cmocka_unit_test(test_turned_boards_show_the_same),
        cmocka_unit_test(test_inputs_of_a_position),
        cmocka_unit_test(test_kernel_equals_the_slow_twin),
        cmocka_unit_test(test_other_shapes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
