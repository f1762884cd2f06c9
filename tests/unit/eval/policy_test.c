// Policies: files, kernels of all CPU levels against the reference implementation, that against the
// formula of policy.h, and the views of both games under their symmetries.

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "eval/net/policy_kernel.h"
#include "eval/quoridor/network_inputs.h"
#include "eval/quoridor/policy_view.h"
#include "unit/eval/network_toy.h"
#include "unit/support/cpu_levels.h"

// The kernel as it is compiled where there are no intrinsics for it (tests/meson.build).
POLICY_KERNEL(scalar)

#define TOY_MOVES 20

static void toy_policy(Network *network) {
    assert_true(network_init_with_policy(network, &TOY_SHAPE, 16));
    toy_fill(network, 5);
    text_add(&network->card, "made by hand");
}

static void write_toy(Text *bytes) {
    Network network;
    toy_policy(&network);
    text_init(bytes);
    network_write(&network, bytes);
    network_release(&network);
}

static void a_policy_comes_back_whole(void **state) {
    (void)state;
    Text bytes;
    Text again;
    Network out;
    Error error;
    write_toy(&bytes);
    text_init(&again);
    assert_true(network_read_as(&out, &TOY_SHAPE, text_slice(&bytes), &error));
    assert_non_null(out.policy_output);
    network_write(&out, &again);
    assert_int_equal(again.size, bytes.size);
    assert_memory_equal(again.data, bytes.data, bytes.size);
    for (size_t size = 0; size < bytes.size; size++) {
        Network shorter;
        assert_false(network_read_as(&shorter, &TOY_SHAPE, (Slice){bytes.data, size}, &error));
    }
    text_release(&bytes);
    text_release(&again);
    network_release(&out);
}

static void refusals_say_why(void **state) {
    (void)state;
    static const struct {
        size_t offset;
        uint32_t number;
        size_t size;
        const char *reason;
    } forgeries[] = {
        {8, 3, 4, "a network of format version 3, this program reads versions 1 and 2"},
        {64, 5, 4, "a network of another toy: it has 5 policy outputs, not 4"},
        {68, 0xffffffff, 4, "a network of another toy: it has 4294967295 policy features, not 7"},
        {72 + 8 * 32 + 24, 128, 2, "damaged network: an output weight is beyond 127"},
        {72 + 8 * 32 + 24 + 4 * 32, 1u << 30, 4, "damaged network: an output weight is beyond 127"},
    };
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        Text bytes;
        Network out;
        Error error;
        write_toy(&bytes);
        uint8_t *data = (uint8_t *)bytes.data;
        for (size_t j = 0; j < forgeries[i].size; j++) {
            data[forgeries[i].offset + j] = (uint8_t)(forgeries[i].number >> 8 * j);
        }
        bytes_put_u32(data + bytes.size - 4, checksum_crc32(data, bytes.size - 4));
        assert_false(network_read_as(&out, &TOY_SHAPE, text_slice(&bytes), &error));
        assert_string_equal(error.text, forgeries[i].reason);
        text_release(&bytes);
    }
}

static void logits_follow_the_formula(void **state) {
    (void)state;
    Network network;
    toy_policy(&network);
    const NetworkInputs inputs = {.bucket = 1, .active_count = 2, .active = {1, 4}};
    PolicyView view;
    int32_t sums[POLICY_PLACES_MAX];
    int logits[TOY_MOVES];
    TOY_POLICY.view(NULL, 0, &inputs, NULL, TOY_MOVES, &view);
    policy_output_sums(&network, &inputs, &view, sums);
    policy_logits(&network, &view, sums, TOY_MOVES, logits);
    const int32_t *features = network.policy_feature;
    bool differ = false;
    for (int i = 0; i < TOY_MOVES; i++) {
        double logit = features[i % 7] + features[6];
        const int places[] = {i % 4, i * i % 4, i / 4 % 4};
        for (int j = 0; j < 3; j++) {
            logit += features[places[j]] + features[places[j] + 1];
            for (int unit = 0; unit < 16; unit++) {
                const double sum =
                    network.bias[unit] + network.input[16 + unit] + network.input[4 * 16 + unit];
                const double clipped = (sum < 0 ? 0 : sum > NETWORK_ONE ? NETWORK_ONE : sum) / 255;
                logit += clipped * clipped * 256000 / NETWORK_OUTPUT_ONE *
                         network.policy_output[(3 - places[j]) * 16 + unit];
            }
        }
        assert_true(abs(logits[i] - (int)(logit / 256)) <= 1);
        differ = differ || logits[i] != logits[0];
    }
    assert_true(differ);
    network_release(&network);
}

// Positions of random games, and a network of random weights for their shape.
typedef struct Example {
    const Rules *rules;
    const Variant *variant;
    const NetworkShape *shape;
    Network network;
    Position pos;
    size_t count;
    Move moves[MOVES_MAX];
} Example;

static void example_init(Example *example, const Rules *rules, const Variant *variant, int hidden) {
    example->rules = rules;
    example->variant = variant;
    example->shape = network_shape_for(rules, variant);
    assert_true(network_init_with_policy(&example->network, example->shape, hidden));
    toy_fill(&example->network, (uint64_t)hidden);
}

// A random position after some plies.
static void example_play(Example *example, uint64_t seed) {
    Rng rng;
    rng_init(&rng, seed);
    example->rules->start(&example->pos, example->variant);
    const uint64_t plies = 1 + seed * 3;
    for (uint64_t i = 0; i <= plies; i++) {
        Move moves[MOVES_MAX];
        const size_t count = example->rules->moves(&example->pos, moves);
        if (count == 0) {
            break;
        }
        example->count = count;
        memcpy(example->moves, moves, count * sizeof *moves);
        if (i < plies) {
            Position next;
            example->rules->apply(&example->pos, moves[rng_below(&rng, count)], &next);
            if (example->rules->outcome(&next).result != RESULT_NONE) {
                break;
            }
            example->pos = next;
        }
    }
}

typedef void Sums(
    const Network *network, const NetworkInputs *inputs, const PolicyView *view, int32_t *sums);

#define SUMS_ENTRY(level) LEVEL_JOIN(policy_kernel_sums, level)
static Sums *const SUMS[CPU_LEVEL_COUNT] = LEVEL_TABLE(SUMS_ENTRY);

static void kernels_agree_with_the_reference(void **state) {
    (void)state;
    tell_missing_levels();
    static const int HIDDEN[] = {16, 48, 64, 128};
    static Example example;
    for (size_t g = 0; g < rules_count(); g++) {
        const Rules *rules = rules_at(g);
        for (size_t v = 0; v < rules->variant_count; v++) {
            const size_t which = (g + v) % (sizeof HIDDEN / sizeof *HIDDEN);
            example_init(&example, rules, &rules->variants[v], HIDDEN[which]);
            for (uint64_t seed = 1; seed < 6; seed++) {
                example_play(&example, seed);
                NetworkInputs inputs;
                static PolicyView view;
                int32_t sums[2][POLICY_PLACES_MAX];
                example.shape->inputs(&example.pos, 0, &inputs);
                example.shape->policy->view(
                    &example.pos, 0, &inputs, example.moves, example.count, &view);
                policy_output_sums(&example.network, &inputs, &view, sums[0]);
                const size_t size = view.place_count * sizeof **sums;
                policy_kernel_sums_scalar(&example.network, &inputs, &view, sums[1]);
                assert_memory_equal(sums[0], sums[1], size);
                for (CpuLevel level = CPU_BASE; level < CPU_LEVEL_COUNT; level++) {
                    if (cpu_has(level)) {
                        SUMS[level](&example.network, &inputs, &view, sums[1]);
                        assert_memory_equal(sums[0], sums[1], size);
                    }
                }
            }
            network_release(&example.network);
        }
    }
}

static int compare_ints(const void *a, const void *b) {
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

static void logits_of(const Example *example, int symmetry, int *logits) {
    NetworkInputs inputs;
    static PolicyView view;
    int32_t sums[POLICY_PLACES_MAX];
    example->shape->inputs(&example->pos, symmetry, &inputs);
    example->shape->policy->view(
        &example->pos, symmetry, &inputs, example->moves, example->count, &view);
    policy_output_sums(&example->network, &inputs, &view, sums);
    policy_logits(&example->network, &view, sums, example->count, logits);
}

// The start is its own mirror image, so turned by a mirror its moves have the same logits in
// another order; in a position that is not, they have others.
static void a_mirror_changes_only_the_order(void **state) {
    (void)state;
    static Example example;
    static int logits[2][MOVES_MAX];
    for (size_t g = 0; g < rules_count(); g++) {
        example_init(&example, rules_at(g), &rules_at(g)->variants[0], 32);
        rules_at(g)->start(&example.pos, example.variant);
        for (int ply = 0; ply < 2; ply++) {
            example.count = example.rules->moves(&example.pos, example.moves);
            for (int symmetry = 0; symmetry < 2; symmetry++) {
                logits_of(&example, symmetry, logits[symmetry]);
            }
            const size_t size = example.count * sizeof **logits;
            assert_memory_not_equal(logits[0], logits[1], size);
            qsort(logits[0], example.count, sizeof **logits, compare_ints);
            qsort(logits[1], example.count, sizeof **logits, compare_ints);
            if (ply == 0) {
                assert_memory_equal(logits[0], logits[1], size);
            } else {
                assert_memory_not_equal(logits[0], logits[1], size);
            }
            Position next;
            example.rules->apply(&example.pos, example.moves[example.count / 3], &next);
            example.pos = next;
        }
        network_release(&example.network);
    }
}

// What a wall of Quoridor is told by, looked up one slot at a time in the inputs.
typedef struct SlowBoard {
    bool has_wall[2][QUORIDOR_SLOTS];
    bool is_in_part[4][QUORIDOR_SQUARES];
} SlowBoard;

static bool slow_wall(const SlowBoard *board, int kind, int column, int row) {
    return column >= 0 && column < QUORIDOR_SLOT_SIZE && row >= 0 && row < QUORIDOR_SLOT_SIZE &&
           board->has_wall[kind][quoridor_slot(column, row)];
}

// Whether a wall or the border is at a point on the line of a wall, `steps` slots from its middle.
static int slow_touch(const SlowBoard *board, int kind, int slot, int steps) {
    const int right = kind == 0; // along the line
    const int column = quoridor_slot_column(slot) + right * steps;
    const int row = quoridor_slot_row(slot) + !right * steps;
    const int along = right ? column : row;
    bool is_touched = along < 0 || along >= QUORIDOR_SLOT_SIZE;
    for (int side = -1; side <= 1; side++) {
        is_touched |= slow_wall(board, !kind, column + !right * side, row + right * side);
    }
    return is_touched ||
           (steps != 0 && slow_wall(board, kind, column + right * steps, row + !right * steps));
}

// How many of the two ways that a wall closes lie in a part of the board.
static int slow_ways(const bool *is_in_part, int kind, int slot) {
    const int square = quoridor_slot_square(slot);
    const int across = kind == 0 ? QUORIDOR_SIZE : 1;
    const int along = kind == 0 ? 1 : QUORIDOR_SIZE;
    return (is_in_part[square] && is_in_part[square + across]) +
           (is_in_part[square + along] && is_in_part[square + along + across]);
}

static void read_board(SlowBoard *board, const NetworkInputs *inputs) {
    *board = (SlowBoard){0};
    for (size_t i = 0; i < inputs->active_count; i++) {
        const int input = inputs->active[i];
        if (input >= INPUT_WALL && input < INPUT_WALL_FROM_OWN) {
            const int place = input - INPUT_WALL;
            board->has_wall[place / QUORIDOR_SLOTS][place % QUORIDOR_SLOTS] = true;
        } else if (input >= INPUT_SHORTEST_OWN && input < INPUT_STOCK_PAIR) {
            const int place = input - INPUT_SHORTEST_OWN;
            board->is_in_part[place / QUORIDOR_SQUARES][place % QUORIDOR_SQUARES] = true;
        }
    }
}

static void check_wall(const SlowBoard *board, const PolicyPlace *place) {
    const int touches =
        POLICY_QUORIDOR.feature_count - 12; // the last features, 81 crossings before
    const int kind = (place->output - QUORIDOR_SQUARES) / QUORIDOR_SLOTS;
    const int slot = (place->output - QUORIDOR_SQUARES) % QUORIDOR_SLOTS;
    int crossing = 0;
    for (int part = 0; part < 4; part++) {
        crossing = 3 * crossing + slow_ways(board->is_in_part[part], kind, slot);
    }
    const int ends = slow_touch(board, kind, slot, -1) + slow_touch(board, kind, slot, 1);
    assert_int_equal(place->feature_count, 4);
    assert_int_equal(place->features[2], touches - 81 + crossing);
    assert_int_equal(
        place->features[3], touches + 6 * kind + 2 * ends + slow_touch(board, kind, slot, 0));
}

static void walls_are_told_by_what_they_cross_and_touch(void **state) {
    (void)state;
    static Example example;
    static PolicyView view;
    const Rules *rules = rules_find(slice_from("quoridor"));
    size_t walls = 0;
    example_init(&example, rules, &rules->variants[0], 16);
    for (uint64_t seed = 1; seed < 12; seed++) {
        example_play(&example, seed);
        for (int symmetry = 0; symmetry < 2; symmetry++) {
            NetworkInputs inputs;
            SlowBoard board;
            example.shape->inputs(&example.pos, symmetry, &inputs);
            read_board(&board, &inputs);
            POLICY_QUORIDOR.view(
                &example.pos, symmetry, &inputs, example.moves, example.count, &view);
            for (size_t i = 0; i < view.place_count; i++) {
                if (view.places[i].output >= QUORIDOR_SQUARES) {
                    check_wall(&board, &view.places[i]);
                    walls++;
                }
            }
        }
    }
    assert_true(walls > 500);
    network_release(&example.network);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_policy_comes_back_whole),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(logits_follow_the_formula),
        cmocka_unit_test(kernels_agree_with_the_reference),
        cmocka_unit_test(a_mirror_changes_only_the_order),
        cmocka_unit_test(walls_are_told_by_what_they_cross_and_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
