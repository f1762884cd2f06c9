// The rules of Quoridor: each rule of the SJTU document by its number, what the real judges add,
// the published counts, and the fast rules against the slow twin over random games.
//
// IMMURE_RANDOM_GAMES sets the number of random games of each variant.

#include "unit/rules/quoridor_support.h"

#include "rules/game.h"

// A game after some moves in standard notation. The caller releases it.
static Game play(const char *variant, const char *moves) {
    Game game;
    Error error = {0};
    game_init(&game, best_rules(), variant_named(variant));
    if (!game_play_list(&game, slice_from(moves), NOTATION_STANDARD, &error)) {
        fail_msg("%s", error.text);
    }
    return game;
}

// Where the pawn may go, by square.
static void assert_targets(const char *variant, const char *text, const char *expected) {
    Position pos = position(variant, text);
    Move moves[MOVES_MAX];
    size_t count = best_rules()->moves(&pos, moves);
    Text targets;
    text_init(&targets);
    for (size_t i = 0; i < count && quoridor_move_kind(moves[i]) == QUORIDOR_PAWN; i++) {
        char name[MOVE_TEXT_SIZE];
        best_rules()->format(&pos, moves[i], NOTATION_STANDARD, name);
        text_addf(&targets, "%s%s", i ? " " : "", name);
    }
    assert_string_equal(targets.data, expected);
    text_release(&targets);
}

static void assert_refused(
    const char *variant, const char *text, const char *move, const char *reason) {
    Position pos = position(variant, text);
    Error error = {0};
    Move out;
    assert_false(best_rules()->parse(&pos, slice_from(move), NOTATION_STANDARD, &out, &error));
    assert_string_equal(error.text, reason);
}

static void assert_allowed(const char *variant, const char *text, const char *move) {
    Position pos = position(variant, text);
    Error error = {0};
    Move out;
    if (!best_rules()->parse(&pos, slice_from(move), NOTATION_STANDARD, &out, &error)) {
        fail_msg("%s", error.text);
    }
}

static void assert_outcome(Outcome outcome, Result result, Ending ending) {
    assert_int_equal(outcome.result, result);
    assert_int_equal(outcome.ending, ending);
}

static void test_rule_1_board_has_9_by_9_squares(void **state) {
    (void)state;
    assert_targets("sjtu", "- a1 e9 10 10 1 0", "b1 a2");
    assert_targets("sjtu", "- i1 e9 10 10 1 0", "h1 i2");
    assert_targets("sjtu", "- a8 e9 10 10 1 0", "a7 b8 a9");
    assert_targets("sjtu", "- e1 i9 10 10 2 1", "i8 h9");
}

static void test_rule_2_players_take_turns(void **state) {
    (void)state;
    Game game = play("sjtu", "e2");
    assert_int_equal(game_position(&game)->turn, SIDE_SECOND);
    assert_true(game_play_text(&game, slice_from("a1h"), NOTATION_STANDARD, NULL));
    assert_int_equal(game_position(&game)->turn, SIDE_FIRST);
    game_release(&game);
}

static void test_rule_3_a_turn_is_a_pawn_move_or_a_wall(void **state) {
    (void)state;
    Game game = play("sjtu", "");
    Move moves[MOVES_MAX];
    int count[QUORIDOR_VERTICAL + 1] = {0};
    size_t total = game_moves(&game, moves);
    for (size_t i = 0; i < total; i++) {
        count[quoridor_move_kind(moves[i])]++;
    }
    assert_int_equal(count[QUORIDOR_PAWN], 3);
    assert_int_equal(count[QUORIDOR_HORIZONTAL], 64);
    assert_int_equal(count[QUORIDOR_VERTICAL], 64);
    game_release(&game);
}

static void test_rule_4_pawns_start_in_the_middle_of_their_base_lines(void **state) {
    (void)state;
    Position pos;
    char text[POSITION_TEXT_SIZE];
    best_rules()->start(&pos, variant_named("sjtu"));
    best_rules()->write(&pos, text);
    assert_string_equal(text, "- e1 e9 10 10 1 0");
}

static void test_rule_5_pawn_steps_where_no_wall_blocks(void **state) {
    (void)state;
    assert_targets("sjtu", "- e5 a9 10 10 1 0", "e4 d5 f5 e6");
    assert_targets("sjtu", "e5h e5 a9 9 10 1 0", "e4 d5 f5");
    assert_targets("sjtu", "e4h e5 a9 9 10 1 0", "d5 f5 e6");
    assert_targets("sjtu", "e5v e5 a9 9 10 1 0", "e4 d5 e6");
    assert_targets("sjtu", "d4v e5 a9 9 10 1 0", "e4 f5 e6");
}

static void test_rule_6_1_jump_over_the_other_pawn(void **state) {
    (void)state;
    assert_targets("sjtu", "- e5 e6 10 10 1 0", "e4 d5 f5 e7");
    assert_targets("sjtu", "- e5 d5 10 10 1 0", "e4 c5 f5 e6");
    // A wall between the pawns is no way to jump.
    assert_targets("sjtu", "e5h e5 e6 9 10 1 0", "e4 d5 f5");
}

static void test_rule_6_2_go_around_a_pawn_with_a_wall_behind(void **state) {
    (void)state;
    assert_targets("sjtu", "e6h e5 e6 9 10 1 0", "e4 d5 f5 d6 f6");
    assert_targets("sjtu", "d6ve6h e5 e6 9 9 1 0", "e4 d5 f5 f6");
    assert_targets("sjtu", "c5v e5 d5 9 10 1 0", "d4 e4 f5 d6 e6");
}

static void test_rule_6_edge_is_a_wall_except_in_sjtu(void **state) {
    (void)state;
    const char *at_the_top = "- e8 e9 10 10 1 0";
    assert_targets("sjtu", at_the_top, "e7 d8 f8");
    assert_targets("sjtu-2022", at_the_top, "e7 d8 f8 d9 f9");
    assert_targets("standard", at_the_top, "e7 d8 f8 d9 f9");
    const char *at_the_side = "- b5 a5 10 10 1 0";
    assert_targets("sjtu", at_the_side, "b4 c5 b6");
    assert_targets("standard", at_the_side, "a4 b4 c5 a6 b6");
}

static void test_rule_7_first_on_the_other_base_line_wins(void **state) {
    (void)state;
    Move moves[MOVES_MAX];
    Position pos = position("sjtu", "- a9 e5 10 10 2 15");
    assert_outcome(best_rules()->outcome(&pos), RESULT_FIRST_WINS, ENDING_GOAL);
    assert_int_equal(best_rules()->moves(&pos, moves), 0);
    assert_int_equal(best_rules()->count(&pos), 0);
    pos = position("sjtu", "- e5 i1 10 10 1 16");
    assert_outcome(best_rules()->outcome(&pos), RESULT_SECOND_WINS, ENDING_GOAL);
    // The own base line is no goal.
    pos = position("sjtu", "- a1 i9 10 10 1 16");
    assert_outcome(best_rules()->outcome(&pos), RESULT_NONE, ENDING_NONE);
}

static void test_rule_8_ten_walls_each(void **state) {
    (void)state;
    Game game = play("sjtu", "a1h e8 c1h e9 e1h e8 g1h e9 a3h e8 c3h e9 e3h e8 g3h e9 a5h e8");
    assert_int_equal(game_position(&game)->quoridor.walls_left[SIDE_FIRST], 1);
    assert_true(game_play_text(&game, slice_from("c5h"), NOTATION_STANDARD, NULL));
    assert_true(game_play_text(&game, slice_from("e9"), NOTATION_STANDARD, NULL));
    Error error = {0};
    assert_false(game_play_text(&game, slice_from("e5h"), NOTATION_STANDARD, &error));
    assert_string_equal(error.text, "the first player has no walls left");
    assert_int_equal(best_rules()->count(game_position(&game)), 2);
    game_release(&game);
}

static void test_rule_9_a_wall_is_two_squares_long(void **state) {
    (void)state;
    assert_refused("sjtu", "e3h e3 a9 9 10 1 0", "e4", "a wall blocks e3 to e4");
    assert_refused("sjtu", "e3h f3 a9 9 10 1 0", "f4", "a wall blocks f3 to f4");
    assert_allowed("sjtu", "e3h d3 a9 9 10 1 0", "d4");
    assert_allowed("sjtu", "e3h g3 a9 9 10 1 0", "g4");
    assert_refused("sjtu", "e3v e3 a9 9 10 1 0", "f3", "a wall blocks e3 to f3");
    assert_refused("sjtu", "e3v e4 a9 9 10 1 0", "f4", "a wall blocks e4 to f4");
    assert_allowed("sjtu", "e3v e2 a9 9 10 1 0", "f2");
    assert_allowed("sjtu", "e3v e5 a9 9 10 1 0", "f5");
}

static void test_rule_10_walls_do_not_overlap_or_cross(void **state) {
    (void)state;
    const char *text = "e3hb5v e1 e9 9 9 1 2";
    assert_refused("sjtu", text, "e3h", "e3h overlaps a wall at e3h");
    assert_refused("sjtu", text, "d3h", "d3h overlaps a wall at e3h");
    assert_refused("sjtu", text, "f3h", "f3h overlaps a wall at e3h");
    assert_refused("sjtu", text, "b4v", "b4v overlaps a wall at b5v");
    assert_refused("sjtu", text, "b6v", "b6v overlaps a wall at b5v");
    assert_refused("sjtu", text, "e3v", "e3v crosses a wall at e3h");
    assert_refused("sjtu", text, "b5h", "b5h crosses a wall at b5v");
    // Walls may touch, end to end and end to middle.
    assert_allowed("sjtu", text, "c3h");
    assert_allowed("sjtu", text, "g3h");
    assert_allowed("sjtu", text, "b7v");
    assert_allowed("sjtu", text, "e2v");
    assert_allowed("sjtu", text, "a5h");
    // The last slot of a row and the first of the next are no neighbours.
    assert_allowed("sjtu", "h3h e1 e9 9 10 1 0", "a4h");
}

// A line of walls above rank 4 that only h4v is missing from:
//
//      6   .   .   .   .   .   .   .   .   .
//                                  =======
//      5   .   .   .   .   .   .   .   .   .
//        ======= ======= ======= =======
//      4   .   .   .   .   .   .   .   .   .
//          a   b   c   d   e   f   g   h   i
#define LINE "a4hc4he4hg4hh5h"

static void test_rule_11_1_the_first_player_keeps_a_path(void **state) {
    (void)state;
    assert_refused("sjtu", LINE " e2 e3 7 8 1 10", "h4v", "h4v leaves the first player no path");
    assert_refused("sjtu", LINE " e2 e3 7 8 2 11", "h4v", "h4v leaves the first player no path");
}

static void test_rule_11_2_the_second_player_keeps_a_path(void **state) {
    (void)state;
    assert_refused("sjtu", LINE " e6 e9 7 8 1 10", "h4v", "h4v leaves the second player no path");
    assert_refused("sjtu", LINE " e6 e9 7 8 2 11", "h4v", "h4v leaves the second player no path");
}

static void test_rule_11_other_areas_may_be_sealed(void **state) {
    (void)state;
    // Both pawns are beyond the line already.
    assert_allowed("sjtu", LINE " e6 e2 7 8 1 10", "h4v");
    // The corner a9, b9 is empty, or the second player's pawn stands in it.
    assert_allowed("sjtu", "a8h e1 e9 9 10 1 10", "b8v");
    assert_refused("sjtu", "a8h e1 a9 9 10 1 10", "b8v", "b8v leaves the second player no path");
}

static void test_rule_11_a_path_ignores_pawns(void **state) {
    (void)state;
    // The only way from e8 is then through the pawn on e9.
    assert_allowed("sjtu", "d7ve7h e8 e9 8 10 1 10", "e8v");
}

static void test_rule_12_draw_after_100_plies(void **state) {
    (void)state;
    Position pos = position("sjtu", "- e5 a5 10 10 2 99");
    assert_outcome(best_rules()->outcome(&pos), RESULT_NONE, ENDING_NONE);
    best_rules()->apply(&pos, quoridor_move(QUORIDOR_PAWN, quoridor_square(0, 5)), &pos);
    assert_outcome(best_rules()->outcome(&pos), RESULT_DRAW, ENDING_PLY_CAP);
    assert_int_equal(best_rules()->count(&pos), 0);
}

static void test_rule_12_a_win_on_ply_100_counts(void **state) {
    (void)state;
    Position pos = position("sjtu", "- e5 a2 10 10 2 99");
    best_rules()->apply(&pos, quoridor_move(QUORIDOR_PAWN, quoridor_square(0, 0)), &pos);
    assert_outcome(best_rules()->outcome(&pos), RESULT_SECOND_WINS, ENDING_GOAL);
}

static void test_ply_caps_of_the_other_variants(void **state) {
    (void)state;
    Position pos = position("sjtu-2022", "- e5 a5 10 10 2 199");
    assert_outcome(best_rules()->outcome(&pos), RESULT_NONE, ENDING_NONE);
    pos = position("sjtu-2022", "- e5 a5 10 10 1 200");
    assert_outcome(best_rules()->outcome(&pos), RESULT_DRAW, ENDING_PLY_CAP);
    pos = position("standard", "- e5 a5 10 10 2 399");
    assert_outcome(best_rules()->outcome(&pos), RESULT_NONE, ENDING_NONE);
    pos = position("standard", "- e5 a5 10 10 1 400");
    assert_outcome(best_rules()->outcome(&pos), RESULT_DRAW, ENDING_PLY_CAP);
}

// The first player is boxed in on e8 behind the pawn on e9, which has the edge behind it:
//
//      9   .   .   .   .   2 | .
//                            |
//      8   .   .   .   . | 1 | .
//                        |=======
//      7   .   .   .   . | .   .
//          a   b   c   d   e   f
static void test_boxed_in_at_the_edge_loses_in_sjtu(void **state) {
    (void)state;
    const char *boxed_in = "d7ve7he8v e8 e9 0 10 1 40";
    Position pos = position("sjtu", boxed_in);
    assert_outcome(best_rules()->outcome(&pos), RESULT_SECOND_WINS, ENDING_NO_MOVE);
    assert_int_equal(best_rules()->count(&pos), 0);
    assert_refused("sjtu", boxed_in, "d9", "the game is over: 0-1 (no legal move)");
    assert_targets("standard", boxed_in, "d9");
    // With a wall in hand the game goes on.
    pos = position("sjtu", "d7ve7he8v e8 e9 1 10 1 40");
    assert_outcome(best_rules()->outcome(&pos), RESULT_NONE, ENDING_NONE);
}

static void test_third_repetition_draws_in_standard(void **state) {
    (void)state;
    const char *twice = "e2 e8 e1 e9 e2 e8 e1";
    Game game = play("standard", twice);
    assert_outcome(game_outcome(&game), RESULT_NONE, ENDING_NONE);
    assert_true(game_play_text(&game, slice_from("e9"), NOTATION_STANDARD, NULL));
    assert_outcome(game_outcome(&game), RESULT_DRAW, ENDING_REPETITION);
    game_release(&game);
    game = play("sjtu", "e2 e8 e1 e9 e2 e8 e1 e9");
    assert_outcome(game_outcome(&game), RESULT_NONE, ENDING_NONE);
    game_release(&game);
}

static void test_same_ignores_nothing_but_the_ply(void **state) {
    (void)state;
    const char *others[] = {
        "a1h e5 a5 5 5 2 3",
        "a1h e4 a5 5 5 1 3",
        "a1h e5 a6 5 5 1 3",
        "a1h e5 a5 6 5 1 3",
        "a1h e5 a5 5 6 1 3",
        "a1hc1h e5 a5 5 5 1 3",
        "a1hc1v e5 a5 5 5 1 3",
    };
    Position pos = position("standard", "a1h e5 a5 5 5 1 3");
    Position later = position("standard", "a1h e5 a5 5 5 1 7");
    assert_true(best_rules()->same(&pos, &later));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        Position other = position("standard", others[i]);
        assert_false(best_rules()->same(&pos, &other));
    }
    // Pawns go back and forth; a wall is for good.
    Position stepped = position("standard", "a1h e6 a5 5 5 2 4");
    Position walled = position("standard", "a1hc1v e5 a5 5 4 1 5");
    assert_true(best_rules()->can_recur(&pos, &stepped));
    assert_false(best_rules()->can_recur(&pos, &walled));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rule_1_board_has_9_by_9_squares),
        cmocka_unit_test(test_rule_2_players_take_turns),
        cmocka_unit_test(test_rule_3_a_turn_is_a_pawn_move_or_a_wall),
        cmocka_unit_test(test_rule_4_pawns_start_in_the_middle_of_their_base_lines),
        cmocka_unit_test(test_rule_5_pawn_steps_where_no_wall_blocks),
        cmocka_unit_test(test_rule_6_1_jump_over_the_other_pawn),
        cmocka_unit_test(test_rule_6_2_go_around_a_pawn_with_a_wall_behind),
        cmocka_unit_test(test_rule_6_edge_is_a_wall_except_in_sjtu),
        cmocka_unit_test(test_rule_7_first_on_the_other_base_line_wins),
        cmocka_unit_test(test_rule_8_ten_walls_each),
        cmocka_unit_test(test_rule_9_a_wall_is_two_squares_long),
        cmocka_unit_test(test_rule_10_walls_do_not_overlap_or_cross),
        cmocka_unit_test(test_rule_11_1_the_first_player_keeps_a_path),
        cmocka_unit_test(test_rule_11_2_the_second_player_keeps_a_path),
        cmocka_unit_test(test_rule_11_other_areas_may_be_sealed),
        cmocka_unit_test(test_rule_11_a_path_ignores_pawns),
        cmocka_unit_test(test_rule_12_draw_after_100_plies),
        cmocka_unit_test(test_rule_12_a_win_on_ply_100_counts),
        cmocka_unit_test(test_ply_caps_of_the_other_variants),
        cmocka_unit_test(test_boxed_in_at_the_edge_loses_in_sjtu),
        cmocka_unit_test(test_third_repetition_draws_in_standard),
        cmocka_unit_test(test_same_ignores_nothing_but_the_ply),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
