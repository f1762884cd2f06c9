// The transposition table: what is stored comes back, and different positions have different keys.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/rng.h"
#include "rules/game.h"
#include "search/tt.h"

static void an_entry_comes_back_whole(void **state) {
    (void)state;
    Tt tt;
    assert_true(tt_init(&tt, 1 << 16));
    TtEntry in = {.move = 0x1fffff, .score = -31000, .depth = 63, .bound = BOUND_LOWER};
    TtEntry out;
    uint64_t key = UINT64_C(0x123456789abcdef1);
    assert_false(tt_probe(&tt, key, &out));
    tt_store(&tt, key, &in);
    assert_true(tt_probe(&tt, key, &out));
    assert_int_equal(out.move, in.move);
    assert_int_equal(out.score, in.score);
    assert_int_equal(out.depth, in.depth);
    assert_int_equal(out.bound, in.bound);
    assert_false(tt_probe(&tt, key ^ (UINT64_C(1) << 63), &out));
    tt_clear(&tt);
    assert_false(tt_probe(&tt, key, &out));
    tt_release(&tt);
}

static uint64_t halve_even(const void *context, uint64_t data) {
    (void)context;
    return data % 2 == 0 ? data / 2 : 0;
}

static void numbers_are_replaced_under_their_keys(void **state) {
    (void)state;
    Tt tt;
    assert_true(tt_init(&tt, 1 << 16));
    const uint64_t key = UINT64_C(0x123456789abcdef1);
    tt_put(&tt, key, 40);
    tt_put(&tt, key + 1, 41);
    tt_map(&tt, halve_even, NULL);
    assert_int_equal(tt_find(&tt, key), 20);
    assert_int_equal(tt_find(&tt, key + 1), 0);
    assert_int_equal(tt_find(&tt, key + 2), 0);
    tt_release(&tt);
}

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void assert_all_differ(uint64_t *keys, size_t count) {
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 1; i < count; i++) {
        assert_true(keys[i] != keys[i - 1]);
    }
}

// All positions after one move, and after the same move with the other side to play, differ.
static void keys_of_neighbours_differ(void **state) {
    (void)state;
    for (size_t g = 0; g < rules_count(); g++) {
        const Rules *rules = rules_at(g);
        Position start;
        Move moves[MOVES_MAX];
        rules->start(&start, &rules->variants[0]);
        size_t count = rules->moves(&start, moves);
        uint64_t *keys = calloc(2 * count, sizeof *keys);
        for (size_t i = 0; i < count; i++) {
            Position next;
            rules->apply(&start, moves[i], &next);
            keys[2 * i] = tt_key(&next);
            next.turn ^= 1;
            keys[2 * i + 1] = tt_key(&next);
        }
        assert_all_differ(keys, 2 * count);
        free(keys);
    }
}

// Wherever three walls stand, whether they fit together or not: MCTS takes positions of one key for
// the same, and moves of one would be played in the other.
static void keys_of_walls_differ(void **state) {
    (void)state;
    const Rules *rules = rules_find(slice_from("quoridor"));
    const int places = 128;
    size_t count = 0;
    Position pos;
    rules->start(&pos, &rules->variants[0]);
    uint64_t *keys = calloc((size_t)(places * places * places), sizeof *keys);
    assert_non_null(keys);
    for (int a = 0; a < places; a++) {
        for (int b = a + 1; b < places; b++) {
            for (int c = b + 1; c < places; c++) {
                const Bits128 walls = bits128_bit(a) | bits128_bit(b) | bits128_bit(c);
                pos.quoridor.horizontal = (uint64_t)walls;
                pos.quoridor.vertical = (uint64_t)(walls >> 64);
                keys[count++] = tt_key(&pos);
            }
        }
    }
    assert_all_differ(keys, count);
    free(keys);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_entry_comes_back_whole),
        cmocka_unit_test(numbers_are_replaced_under_their_keys),
        cmocka_unit_test(keys_of_neighbours_differ),
        cmocka_unit_test(keys_of_walls_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
