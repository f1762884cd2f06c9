// The learned evaluation of Amazons over random games: what a network sees against the slow twin,
// and the kernels of all CPU levels against the network's plain value. The networks are random too,
// with weights of the usual size.

#include "unit/eval/amazons_eval_support.h"

#include "eval/amazons/network.h"
#include "eval/amazons/network_inputs.h"
#include "twin/amazons_network_twin.h"
#include "unit/support/cpu_levels.h"

static const NetworkShape *shape_of(const Position *pos) {
    return pos->variant->size == 6   ? &NETWORK_AMAZONS_6
           : pos->variant->size == 8 ? &NETWORK_AMAZONS_8
                                     : &NETWORK_AMAZONS_10;
}

// Which class each square's input is of, by the square's number without gaps.
static void classes_of(const NetworkInputs *inputs, int square_count, int *classes) {
    assert_int_equal(inputs->active_count, square_count);
    for (int i = 0; i < square_count; i++) {
        classes[i] = -1;
    }
    for (size_t i = 0; i < inputs->active_count; i++) {
        const int square = inputs->active[i] / NETWORK_AMAZONS_CLASSES;
        assert_in_range(square, 0, square_count - 1);
        assert_int_equal(classes[square], -1);
        classes[square] = inputs->active[i] % NETWORK_AMAZONS_CLASSES;
    }
}

static void compare_inputs(
    const NetworkInputs *inputs, const AmazonsNetworkTwin *slow, const NetworkShape *shape) {
    const int size = shape->board_size;
    int classes[100];
    classes_of(inputs, size * size, classes);
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            assert_int_equal(classes[y * size + x], slow->square_class[y][x]);
        }
    }
    for (int i = 0; i < NETWORK_AMAZONS_TERM_COUNT; i++) {
        assert_int_equal(inputs->linear[i], slow->linear[i]);
    }
    // As far along the way from one empty square to all that there are at the start.
    const double done = (slow->empty_count - 1) / (size * size - 8.0);
    assert_in_range(inputs->bucket, 0, shape->bucket_count - 1);
    assert_int_equal(inputs->bucket, (int)(done * shape->bucket_count + 1e-9));
}

typedef void Inputs(const Position *pos, int symmetry, NetworkInputs *out);

#define INPUTS_ENTRY(level) LEVEL_JOIN(network_amazons_inputs, level)
static Inputs *const INPUTS[CPU_LEVEL_COUNT] = LEVEL_TABLE(INPUTS_ENTRY);

static void compare_with_the_twin(const Position *pos, const Move *moves, size_t count) {
    (void)moves;
    if (count == 0) {
        return;
    }
    AmazonsTwin twin = twin_of(pos);
    AmazonsNetworkTwin slow;
    NetworkInputs inputs;
    amazons_network_twin(&twin, &slow);
    shape_of(pos)->inputs(pos, 0, &inputs);
    compare_inputs(&inputs, &slow, shape_of(pos));
    for (CpuLevel level = CPU_BASE; level < CPU_LEVEL_COUNT; level++) {
        if (cpu_has(level)) {
            INPUTS[level](pos, 0, &inputs);
            compare_inputs(&inputs, &slow, shape_of(pos));
        }
    }
}

static void inputs_agree_with_the_twin(void **state) {
    (void)state;
    random_games(games_each(), compare_with_the_twin);
    for (size_t i = 0; i < LONG_WAYS_COUNT; i++) {
        Position pos = position(LONG_WAYS[i]);
        compare_with_the_twin(&pos, NULL, 1);
    }
}

static void compare_turned(const Position *pos, const Move *moves, size_t count) {
    (void)moves;
    if (count == 0) {
        return;
    }
    const int square_count = pos->variant->size * pos->variant->size;
    const NetworkShape *shape = shape_of(pos);
    for (int way = 0; way < shape->symmetry_count; way++) {
        NetworkInputs inputs[2];
        int classes[2][100];
        Position other = turned_position(pos, way);
        Position swapped = swapped_position(&other);
        shape->inputs(pos, way, &inputs[0]);
        shape->inputs(&swapped, 0, &inputs[1]);
        for (int i = 0; i < 2; i++) {
            classes_of(&inputs[i], square_count, classes[i]);
        }
        assert_memory_equal(classes[0], classes[1], square_count * sizeof **classes);
        assert_memory_equal(inputs[0].linear, inputs[1].linear,
            NETWORK_AMAZONS_TERM_COUNT * sizeof *inputs[0].linear);
        assert_int_equal(inputs[0].bucket, inputs[1].bucket);
    }
}

static void symmetries_are_turned_boards(void **state) {
    (void)state;
    random_games(1 + games_each() / 4, compare_turned);
}

static int random_weight(Rng *rng, int size) {
    return (int)rng_below(rng, 2 * (uint64_t)size + 1) - size;
}

static void random_network(Network *network, const NetworkShape *shape, int hidden_count) {
    Rng rng;
    rng_init(&rng, (uint64_t)hidden_count);
    assert_true(network_init(network, shape, hidden_count));
    for (int i = 0; i < shape->input_count * hidden_count; i++) {
        network->input[i] = (int16_t)random_weight(&rng, 40);
    }
    for (int i = 0; i < hidden_count; i++) {
        network->bias[i] = (int16_t)random_weight(&rng, 200);
    }
    for (int i = 0; i < shape->bucket_count * hidden_count; i++) {
        network->output[i] = (int16_t)random_weight(&rng, 127);
    }
    for (int i = 0; i < shape->bucket_count * shape->linear_count; i++) {
        network->linear[i] = random_weight(&rng, 8000);
    }
}

static Network network_of_size[11];

static int plain_value(const Position *pos) {
    NetworkInputs inputs;
    shape_of(pos)->inputs(pos, 0, &inputs);
    return network_value(&network_of_size[pos->variant->size], &inputs);
}

// The kernel as it is compiled where there are no intrinsics for it (tests/meson.build).
NETWORK_AMAZONS_KERNEL(scalar)

static void check_moves(const Evaluator *evaluator, const Position *pos, const Move *moves,
    const int *expected, size_t count) {
    int values[64];
    evaluator->move_values(evaluator, pos, moves, count, values);
    assert_memory_equal(values, expected, count * sizeof *values);
}

// Neighbours in the list of moves, which mostly share their steps, and moves from all over it.
static void compare_values(const Position *pos, const Move *moves, size_t count) {
    if (count == 0) {
        return;
    }
    Move some[64];
    int expected[64];
    size_t number = 0;
    const size_t start = (count - 1) * pos->ply % count;
    for (size_t i = start; i < count && number < 30; i++) {
        some[number++] = moves[i];
    }
    for (size_t i = 0; i < count && number < 60; i += count / 30 + 1) {
        some[number++] = moves[i];
    }
    for (size_t i = 0; i < number; i++) {
        Position next;
        best_rules()->apply(pos, some[i], &next);
        const bool ends = best_rules()->outcome(&next).result != RESULT_NONE;
        expected[i] = ends ? VALUE_MAX : -plain_value(&next);
    }
    const Network *network = &network_of_size[pos->variant->size];
    Evaluator evaluators[CPU_LEVEL_COUNT + 1] = {{
        .value = network_amazons_value_scalar,
        .move_values = network_amazons_move_values_scalar,
        .network = network,
    }};
    size_t evaluator_count = 1;
    for (CpuLevel level = CPU_BASE; level < CPU_LEVEL_COUNT; level++) {
        if (cpu_has(level)) {
            Evaluator *evaluator = &evaluators[evaluator_count++];
            assert_true(amazons_network_evaluator(evaluator, network, level));
        }
    }
    for (size_t i = 0; i < evaluator_count; i++) {
        assert_int_equal(evaluators[i].value(&evaluators[i], pos), plain_value(pos));
        check_moves(&evaluators[i], pos, some, expected, number);
        check_moves(&evaluators[i], pos, some, expected, 1);
    }
}

static void kernels_agree_with_the_plain_value(void **state) {
    (void)state;
    tell_missing_levels();
    const int hidden_counts[] = {16, 32, 48, 64, 128, NETWORK_HIDDEN_MAX};
    for (size_t i = 0; i < sizeof hidden_counts / sizeof *hidden_counts; i++) {
        random_network(&network_of_size[6], &NETWORK_AMAZONS_6, hidden_counts[i]);
        random_network(&network_of_size[8], &NETWORK_AMAZONS_8, hidden_counts[i]);
        random_network(&network_of_size[10], &NETWORK_AMAZONS_10, hidden_counts[i]);
        random_games(1 + games_each() / 8, compare_values);
        for (size_t j = 0; j < LONG_WAYS_COUNT; j++) {
            Position pos = position(LONG_WAYS[j]);
            Move moves[MOVES_MAX];
            size_t count = best_rules()->moves(&pos, moves);
            compare_values(&pos, moves, count);
        }
        for (int size = 6; size <= 10; size += 2) {
            network_release(&network_of_size[size]);
        }
    }
}

static void networks_of_other_games_are_refused(void **state) {
    (void)state;
    const NetworkShape shape = {.name = "quoridor", .game = "quoridor"};
    const Network network = {.shape = &shape};
    Evaluator evaluator = {.name = "untouched"};
    assert_false(amazons_network_evaluator(&evaluator, &network, CPU_BASE));
    assert_string_equal(evaluator.name, "untouched");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_agree_with_the_twin),
        cmocka_unit_test(symmetries_are_turned_boards),
        cmocka_unit_test(kernels_agree_with_the_plain_value),
        cmocka_unit_test(networks_of_other_games_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
