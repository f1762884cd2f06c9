// What only the course of a game can tell: repetition.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rules/game.h"

static void play(Game *game, const char *moves) {
    assert_true(game_play_list(game, slice_from(moves), NOTATION_STANDARD, NULL));
}

// Each pawn jumps over the other and steps back twice: the position recurs after six plies.
static void a_cycle_of_six_plies_draws_as_well(void **state) {
    (void)state;
    const Rules *rules = rules_find(slice_from("quoridor"));
    Move moves[MOVES_MAX];
    Position pos;
    Game game;
    assert_true(rules->read(slice_from("- e4 e5 0 0 1 0"), &rules->variants[0], &pos, NULL));
    game_init_at(&game, rules, &pos);
    play(&game, "e6 e7 e5 e6 e4 e5");
    assert_true(rules->same(game_position(&game), &pos));
    play(&game, "e6 e7 e5 e6 e4");
    assert_int_equal(game_outcome(&game).result, RESULT_NONE);
    assert_true(game_moves(&game, moves) > 0);
    play(&game, "e5");
    assert_int_equal(game_outcome(&game).result, RESULT_DRAW);
    assert_int_equal(game_outcome(&game).ending, ENDING_REPETITION);
    assert_int_equal(game_moves(&game, moves), 0);
    game_undo(&game);
    assert_int_equal(game_outcome(&game).result, RESULT_NONE);
    game_release(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cycle_of_six_plies_draws_as_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
