// Alpha-beta without its guesses is minimax: the same value, whatever the table holds, whatever its
// size, and with two threads too.
//
// Reductions and narrow lists are turned off; principal variations, windows, killers, history and
// the table stay. Positions in which the table could serve a deeper result than was asked for are
// left out: in Amazons and under a cap of plies there are none.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "eval/simple.h"
#include "search/alphabeta.h"
#include "search/deadline.h"
#include "twin/minimax_twin.h"

static const AlphaBetaSettings EXACT = {.width = MOVES_MAX};

static int search(AlphaBeta *alphabeta, const Game *game, int depth) {
    static const atomic_bool STOP = false;
    EngineReport report;
    Thinking thinking = {
        .game = game, .limits = {.depth = depth}, .stop_ns = DEADLINE_NEVER, .stop = &STOP};
    alphabeta_search(alphabeta, &thinking, &report);
    assert_true(report.pv_count > 0);
    // A win needs no deeper look.
    assert_true(report.depth == depth || report.score > VALUE_MAX / 10);
    return report.score;
}

typedef struct Trial {
    const char *game;
    const char *variant;
    size_t moves_max; // of positions looked at
    int depth;
} Trial;

// Random games, compared wherever few enough moves are left.
static void compare(const Trial *trial, size_t positions_wanted) {
    const Rules *rules = rules_find(slice_from(trial->game));
    const Evaluator *evaluator = simple_evaluator(rules);
    assert_null(evaluator->solve); // the twin knows of no endings
    AlphaBeta *small = alphabeta_new(evaluator, &EXACT, 1, 1);
    AlphaBeta *large = alphabeta_new(evaluator, &EXACT, 1, 32 << 20);
    AlphaBeta *both = alphabeta_new(evaluator, &EXACT, 2, 32 << 20);
    Rng rng;
    rng_init(&rng, 8);
    for (size_t seen = 0; seen < positions_wanted;) {
        Game game;
        game_init(&game, rules, rules_variant(rules, slice_from(trial->variant)));
        while (seen < positions_wanted && game_outcome(&game).result == RESULT_NONE) {
            Move moves[MOVES_MAX];
            size_t count = game_moves(&game, moves);
            if (count <= trial->moves_max) {
                const Position *pos = game_position(&game);
                int value = minimax_value(rules, evaluator, pos, trial->depth) / 10;
                assert_int_equal(search(small, &game, trial->depth), value);
                assert_int_equal(search(large, &game, trial->depth), value);
                assert_int_equal(search(both, &game, trial->depth), value);
                seen++;
            }
            game_play(&game, moves[rng_below(&rng, count)]);
        }
        game_release(&game);
    }
    alphabeta_free(small);
    alphabeta_free(large);
    alphabeta_free(both);
}

static void amazons_is_searched_exactly(void **state) {
    (void)state;
    compare(&(Trial){"amazons", "6x6", 40, 3}, 20);
    compare(&(Trial){"amazons", "6x6", 10, 5}, 20);
}

static void quoridor_is_searched_exactly(void **state) {
    (void)state;
    compare(&(Trial){"quoridor", "sjtu", 140, 2}, 20);
    compare(&(Trial){"quoridor", "sjtu", 5, 6}, 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(amazons_is_searched_exactly),
        cmocka_unit_test(quoridor_is_searched_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
