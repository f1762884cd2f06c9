// What a network sees of Amazons against the slow twin, over random games.

#include "unit/eval/amazons_eval_support.h"

#include "eval/amazons/network_inputs.h"
#include "twin/amazons_network_twin.h"

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

static void compare_with_the_twin(const Position *pos, const Move *moves, size_t count) {
    (void)moves;
    if (count == 0) {
        return;
    }
    const int size = pos->variant->size;
    NetworkInputs inputs;
    shape_of(pos)->inputs(pos, 0, &inputs);
    AmazonsTwin twin = twin_of(pos);
    AmazonsNetworkTwin slow;
    amazons_network_twin(&twin, &slow);
    int classes[100];
    classes_of(&inputs, size * size, classes);
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            assert_int_equal(classes[y * size + x], slow.square_class[y][x]);
        }
    }
    for (int i = 0; i < NETWORK_AMAZONS_TERM_COUNT; i++) {
        assert_int_equal(inputs.linear[i], slow.linear[i]);
    }
    // As far along the way from one empty square to all that there are at the start.
    const double done = (slow.empty_count - 1) / (size * size - 8.0);
    assert_in_range(inputs.bucket, 0, shape_of(pos)->bucket_count - 1);
    assert_int_equal(inputs.bucket, (int)(done * shape_of(pos)->bucket_count + 1e-9));
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_agree_with_the_twin),
        cmocka_unit_test(symmetries_are_turned_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
