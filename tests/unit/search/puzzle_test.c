// What is a puzzle and what is not, and the lines of a file of puzzles.

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "search/puzzle.h"

static const PuzzleLimits LIMITS = {.win_nodes = 20000, .loss_nodes = 20000};

static Engine *new_engine(const Rules *rules) {
    EngineOptions options = {.rules = rules, .thread_count = 1, .memory_mb = 64, .seed = 1};
    Engine *engine = engine_new(slice_from("immure"), &options, NULL);
    assert_non_null(engine);
    return engine;
}

static bool is_puzzle(const char *game_name, const char *pos_text, Puzzle *puzzle) {
    const Rules *rules = rules_find(slice_from(game_name));
    Position pos;
    assert_true(rules->read(slice_from(pos_text), &rules->variants[0], &pos, NULL));
    Engine *engine = new_engine(rules);
    Game game;
    game_init_at(&game, rules, &pos);
    bool found = puzzle_prove(engine, &game, &LIMITS, puzzle);
    game_release(&game);
    engine_free(engine);
    return found;
}

static void assert_move(const char *game_name, const Puzzle *puzzle, const char *expected) {
    char text[MOVE_TEXT_SIZE];
    rules_find(slice_from(game_name))->format(&puzzle->pos, puzzle->move, NOTATION_STANDARD, text);
    assert_string_equal(text, expected);
}

static void one_winning_move_is_found(void **state) {
    (void)state;
    Puzzle puzzle;
    assert_true(is_puzzle("amazons",
        "3*Q3/1*****2/1*3*2/*2*****/q******Q/1*2q*q1/*Qq**Q**/1*1*4 b - - 0 15", &puzzle));
    assert_move("amazons", &puzzle, "g3-h3/g3");
    assert_true(is_puzzle("quoridor",
        "a3va5hc2hc3hc5hc6vd4vd6he1ve2he3hf4hf6hg2hh1hh3hh4hh7hh8v g4 h2 1 0 1 50", &puzzle));
    assert_move("quoridor", &puzzle, "f4");
}

static void other_positions_are_none(void **state) {
    (void)state;
    Puzzle puzzle;
    // Nothing is decided at the start.
    assert_false(is_puzzle("quoridor", "- e1 e9 10 10 1 0", &puzzle));
    // Far ahead, many moves win.
    assert_false(is_puzzle("quoridor", "- e7 e8 0 0 1 20", &puzzle));
    // The next step ends the game: nothing to think about.
    assert_false(is_puzzle("quoridor", "- a8 e5 0 0 1 20", &puzzle));
}

static void a_line_is_read_as_it_was_written(void **state) {
    (void)state;
    const Rules *rules = rules_find(slice_from("quoridor"));
    static const char LINE[] = "2 f4 a3va5h g4 h2 1 0 1 50\n";
    Puzzle puzzle;
    Error error;
    assert_true(
        puzzle_read(slice_trim(slice_from(LINE)), rules, &rules->variants[0], &puzzle, &error));
    assert_int_equal(puzzle.grade, 2);
    Text out;
    text_init(&out);
    puzzle_write(&puzzle, rules, &out);
    assert_string_equal(out.data, LINE);
    text_release(&out);
    static const char *const WRONG[] = {"", "2", "2 f4", "0 f4 a3va5h g4 h2 1 0 1 50",
        "6 f4 a3va5h g4 h2 1 0 1 50", "2 a1 a3va5h g4 h2 1 0 1 50", "2 f4 a3va5h g4"};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        assert_false(
            puzzle_read(slice_from(WRONG[i]), rules, &rules->variants[0], &puzzle, &error));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_winning_move_is_found),
        cmocka_unit_test(other_positions_are_none),
        cmocka_unit_test(a_line_is_read_as_it_was_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
