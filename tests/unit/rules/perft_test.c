// Counting itself: threads, divide and repetition. The published counts are in tests/e2e.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rules/perft.h"

static void start(Game *game, const char *name, const char *moves) {
    const Rules *rules = rules_find(slice_from(name));
    Error error;
    game_init(game, rules, &rules->variants[0]);
    assert_true(game_play_list(game, slice_from(moves), NOTATION_STANDARD, &error));
}

static void threads_do_not_change_the_count(void **state) {
    (void)state;
    Game game;
    start(&game, "quoridor", "e2 e8 e3 e7 e4 e6 d3h f3h b3h h3h d6h f6h b6h h6h a4v c4v e4v g4v");
    for (int threads = 1; threads <= 4; threads++) {
        assert_int_equal(perft_count(&game, 2, threads), 7017);
    }
    game_release(&game);
}

static void divide_adds_up(void **state) {
    (void)state;
    Game game;
    static PerftRoot roots[MOVES_MAX];
    start(&game, "amazons", "");
    size_t count = perft_divide(&game, 2, 2, roots);
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += roots[i].nodes;
    }
    assert_int_equal(count, 1232);
    assert_int_equal(sum, 1331198);
    assert_int_equal(perft_count(&game, 0, 1), 1);
    game_release(&game);
}

// After seven plies the start has stood twice; e1 has just been played, and e9 would make it
// thrice.
static void a_repeated_position_has_no_moves(void **state) {
    (void)state;
    Game fresh;
    Game shuffled;
    start(&fresh, "quoridor", "e2 e8 e1");
    start(&shuffled, "quoridor", "e2 e8 e1 e9 e2 e8 e1");
    assert_int_equal(perft_count(&fresh, 1, 1), perft_count(&shuffled, 1, 1));
    assert_int_equal(perft_count(&fresh, 2, 1), perft_count(&shuffled, 2, 1) + 131);
    game_release(&fresh);
    game_release(&shuffled);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_do_not_change_the_count),
        cmocka_unit_test(divide_adds_up),
        cmocka_unit_test(a_repeated_position_has_no_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
