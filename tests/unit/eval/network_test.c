// Networks: values computed by hand, and files that come back whole or are refused.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "eval/evaluator.h"
#include "unit/eval/network_toy.h"

#define HIDDEN 16

static void a_full_unit_is_worth_its_output(void **state) {
    (void)state;
    Network network;
    assert_true(network_init(&network, &TOY_SHAPE, HIDDEN));
    NetworkInputs inputs = {.bucket = 1};
    assert_int_equal(network_value(&network, &inputs), 0);
    network.bias[3] = NETWORK_ONE;
    network.output[HIDDEN + 3] = NETWORK_OUTPUT_ONE;
    assert_int_equal(network_value(&network, &inputs), 1000);
    inputs.bucket = 0;
    assert_int_equal(network_value(&network, &inputs), 0);
    network_release(&network);
}

// Sums are clipped below 0 and above 1, and squared: (200 / 255)^2 = 0.6151.
static void sums_are_clipped_and_squared(void **state) {
    (void)state;
    Network network;
    assert_true(network_init(&network, &TOY_SHAPE, HIDDEN));
    network.output[7] = NETWORK_OUTPUT_ONE;
    network.input[0 * HIDDEN + 7] = 120;
    network.input[2 * HIDDEN + 7] = 80;
    network.input[3 * HIDDEN + 7] = -201;
    network.input[4 * HIDDEN + 7] = 300;
    NetworkInputs inputs = {.active_count = 2, .active = {0, 2, 3}};
    assert_int_equal(network_value(&network, &inputs), 615);
    network.output[7] = -NETWORK_OUTPUT_ONE;
    assert_int_equal(network_value(&network, &inputs), -615);
    inputs.active_count = 3;
    assert_int_equal(network_value(&network, &inputs), 0);
    inputs.active[2] = 4;
    assert_int_equal(network_value(&network, &inputs), -1000);
    network_release(&network);
}

static void a_sum_beyond_16_bits_wraps(void **state) {
    (void)state;
    Network network;
    assert_true(network_init(&network, &TOY_SHAPE, HIDDEN));
    network.output[0] = NETWORK_OUTPUT_ONE;
    network.bias[0] = INT16_MAX;
    network.input[0] = 1;
    network.input[HIDDEN] = INT16_MAX;
    network.input[2 * HIDDEN] = 56;
    NetworkInputs inputs = {.active_count = 1, .active = {0, 1, 2}};
    assert_int_equal(network_value(&network, &inputs), 0);
    inputs.active_count = 3; // 32767 + 1 + 32767 + 56 - 65536 = 55
    assert_int_equal(network_value(&network, &inputs), 55 * 55 * 1000 / (255 * 255));
    network_release(&network);
}

static void linear_terms_are_cut_towards_zero(void **state) {
    (void)state;
    Network network;
    assert_true(network_init(&network, &TOY_SHAPE, HIDDEN));
    network.linear[0] = 5 * NETWORK_LINEAR_ONE;
    network.linear[1] = -NETWORK_LINEAR_ONE / 2;
    network.linear[3 + 2] = INT32_MAX;
    NetworkInputs inputs = {.linear = {3, 1, 1}};
    assert_int_equal(network_value(&network, &inputs), 14);
    inputs.linear[0] = -3;
    assert_int_equal(network_value(&network, &inputs), -15);
    inputs.bucket = 1;
    inputs.linear[2] = INT16_MAX;
    assert_int_equal(network_value(&network, &inputs), VALUE_MAX - 1);
    inputs.linear[2] = INT16_MIN;
    assert_int_equal(network_value(&network, &inputs), 1 - VALUE_MAX);
    network_release(&network);
}

// The largest sums that weights can give.
static void the_largest_value_does_not_overflow(void **state) {
    (void)state;
    const int64_t hidden_sum = (int64_t)NETWORK_HIDDEN_MAX * NETWORK_ONE * NETWORK_ONE * 127;
    const int64_t linear_sum = (int64_t)NETWORK_LINEAR_MAX * INT32_MAX * INT16_MAX;
    assert_true(hidden_sum <= INT32_MAX);
    assert_int_equal(network_finish(hidden_sum, linear_sum), VALUE_MAX - 1);
    assert_int_equal(network_finish(-hidden_sum, -linear_sum), 1 - VALUE_MAX);
}

static void example(Network *network, Text *bytes) {
    assert_true(network_init(network, &TOY_SHAPE, HIDDEN));
    toy_fill(network, 5);
    text_add(&network->card, "made by hand");
    text_init(bytes);
    network_write(network, bytes);
}

static void a_file_comes_back_whole(void **state) {
    (void)state;
    Network in;
    Network out;
    Text bytes;
    Error error;
    example(&in, &bytes);
    assert_true(network_read_as(&out, &TOY_SHAPE, text_slice(&bytes), &error));
    assert_string_equal(out.card.data, "made by hand");
    assert_int_equal(out.hidden_count, HIDDEN);
    NetworkInputs inputs = {.active_count = 2, .active = {1, 4}, .linear = {3, -7, 20}};
    for (inputs.bucket = 0; inputs.bucket < 2; inputs.bucket++) {
        const int value = network_value(&in, &inputs);
        assert_true(value != 0);
        assert_int_equal(network_value(&out, &inputs), value);
    }
    Text again;
    text_init(&again);
    network_write(&out, &again);
    assert_int_equal(again.size, bytes.size);
    assert_memory_equal(again.data, bytes.data, bytes.size);
    text_release(&again);
    text_release(&bytes);
    network_release(&in);
    network_release(&out);
}

static void every_changed_byte_is_refused(void **state) {
    (void)state;
    Network network;
    Network out;
    Text bytes;
    Error error;
    example(&network, &bytes);
    for (size_t i = 0; i < bytes.size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            bytes.data[i] = (char)(bytes.data[i] ^ (1 << bit));
            error.text[0] = '\0';
            assert_false(network_read_as(&out, &TOY_SHAPE, text_slice(&bytes), &error));
            assert_true(error.text[0] != '\0');
            bytes.data[i] = (char)(bytes.data[i] ^ (1 << bit));
        }
    }
    assert_true(network_read_as(&out, &TOY_SHAPE, text_slice(&bytes), &error));
    network_release(&out);
    text_release(&bytes);
    network_release(&network);
}

static void every_shorter_file_is_refused(void **state) {
    (void)state;
    Network network;
    Network out;
    Text bytes;
    Error error;
    example(&network, &bytes);
    for (size_t size = 0; size < bytes.size; size++) {
        // On the heap, so that a sanitizer sees a byte read too many.
        char *copy = malloc(size + 1);
        assert_non_null(copy);
        memcpy(copy + 1, bytes.data, size);
        assert_false(network_read_as(&out, &TOY_SHAPE, (Slice){copy + 1, size}, &error));
        free(copy);
    }
    text_release(&bytes);
    network_release(&network);
}

// Overwrites a count in the header or a byte elsewhere and makes the checksum right again.
static void forge(Text *bytes, size_t offset, uint32_t number, size_t size) {
    uint8_t *data = (uint8_t *)bytes->data;
    for (size_t i = 0; i < size; i++) {
        data[offset + i] = (uint8_t)(number >> 8 * i);
    }
    bytes_put_u32(data + bytes->size - 4, checksum_crc32(data, bytes->size - 4));
}

static void each_refusal_says_why(void **state) {
    (void)state;
    static const struct {
        size_t offset;
        uint32_t number;
        size_t size;
        const char *reason;
    } forgeries[] = {
        {0, 'i', 1, "not a network of this program"},
        {8, 3, 4, "a network of format version 3, this program reads versions 1 and 2"},
        {12, 'b', 1, "a network of shape 'boy', not toy"},
        {16, 'x', 1, "damaged network: bytes after the name of its shape"},
        {44, 6, 4, "a network of another toy: it has 6 inputs, not 5"},
        {48, 0xffffffff, 4, "a network of another toy: it has 4294967295 buckets, not 2"},
        {52, 0, 4, "a network of another toy: it has 0 linear terms, not 3"},
        {56, 17, 4, "a network of 17 hidden units; this program wants a multiple of 16 up to 256"},
        {56, 0, 4, "a network of 0 hidden units; this program wants a multiple of 16 up to 256"},
        {56, 0xfffffff0, 4,
            "a network of 4294967280 hidden units; this program wants a multiple of 16 up to 256"},
        {56, 32, 4, "damaged network: 360 bytes where 616 are expected"},
        {60, 13, 4, "damaged network: 360 bytes where 361 are expected"},
        {60, 0xffffffff, 4, "damaged network: its card has 4294967295 bytes"},
        {64 + 6 * 32, 128, 2, "damaged network: an output weight is beyond 127"},
    };
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        Network network;
        Network out;
        Text bytes;
        Error error;
        example(&network, &bytes);
        forge(&bytes, forgeries[i].offset, forgeries[i].number, forgeries[i].size);
        assert_false(network_read_as(&out, &TOY_SHAPE, text_slice(&bytes), &error));
        assert_string_equal(error.text, forgeries[i].reason);
        text_release(&bytes);
        network_release(&network);
    }
}

static void an_unknown_shape_and_a_missing_file_are_refused(void **state) {
    (void)state;
    Network network;
    Network out;
    Text bytes;
    Error error;
    example(&network, &bytes);
    assert_false(network_read(&out, text_slice(&bytes), &error));
    assert_string_equal(error.text, "a network of unknown shape 'toy'");
    char path[] = "/tmp/immure-network-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0 && write(file, "IMMURNE", 7) == 7 && close(file) == 0);
    assert_false(network_load(&out, NULL, path, &error));
    assert_non_null(strstr(error.text, "not a network of this program"));
    unlink(path);
    assert_false(network_load(&out, NULL, path, &error));
    assert_non_null(strstr(error.text, "cannot be opened"));
    text_release(&bytes);
    network_release(&network);
}

static void every_board_has_a_shape(void **state) {
    (void)state;
    for (size_t g = 0; g < rules_count(); g++) {
        const Rules *rules = rules_at(g);
        for (size_t i = 0; i < rules->variant_count; i++) {
            const NetworkShape *shape = network_shape_for(rules, &rules->variants[i]);
            assert_non_null(shape);
            assert_string_equal(shape->game, rules->name);
            assert_int_equal(shape->board_size, rules->variants[i].size);
        }
    }
}

// Every shape can be written, read and found by its game.
static void every_shape_is_found_and_read(void **state) {
    (void)state;
    for (const NetworkShape *const *shape = NETWORK_SHAPES; *shape; shape++) {
        const Rules *rules = rules_find(slice_from((*shape)->game));
        assert_non_null(rules);
        bool is_found = false;
        for (size_t i = 0; i < rules->variant_count; i++) {
            is_found = is_found || network_shape_for(rules, &rules->variants[i]) == *shape;
        }
        assert_true(is_found);
        Network network;
        Network out;
        Text bytes;
        Error error;
        assert_true(network_init(&network, *shape, 32));
        toy_fill(&network, 1);
        text_init(&bytes);
        network_write(&network, &bytes);
        assert_true(network_read(&out, text_slice(&bytes), &error));
        assert_ptr_equal(out.shape, *shape);
        text_release(&bytes);
        network_release(&network);
        network_release(&out);
    }
}

static void values_and_win_probabilities_agree(void **state) {
    (void)state;
    assert_int_equal(value_from_win_probability(0.5f), 0);
    assert_int_equal(value_from_win_probability(0.0001f), -9210); // 1000 ln(0.0001 / 0.9999)
    assert_true(value_from_win_probability(0) < -13000 && value_from_win_probability(1) > 13000);
    for (int value = -6000; value <= 6000; value += 100) {
        int back = value_from_win_probability(value_to_win_probability(value));
        assert_in_range(back - value + 1, 0, 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_unit_is_worth_its_output),
        cmocka_unit_test(sums_are_clipped_and_squared),
        cmocka_unit_test(a_sum_beyond_16_bits_wraps),
        cmocka_unit_test(linear_terms_are_cut_towards_zero),
        cmocka_unit_test(the_largest_value_does_not_overflow),
        cmocka_unit_test(values_and_win_probabilities_agree),
        cmocka_unit_test(a_file_comes_back_whole),
        cmocka_unit_test(every_changed_byte_is_refused),
        cmocka_unit_test(every_shorter_file_is_refused),
        cmocka_unit_test(each_refusal_says_why),
        cmocka_unit_test(an_unknown_shape_and_a_missing_file_are_refused),
        cmocka_unit_test(every_board_has_a_shape),
        cmocka_unit_test(every_shape_is_found_and_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
