// Records as they are built, the limits they keep, and lists of moves.

#include "unit/rules/record_support.h"

static Record quoridor_record(void) {
    Record record;
    const Rules *rules = game_rules("quoridor");
    record_init(&record, rules, &rules->variants[0]);
    return record;
}

static void play(Record *record, const char *move) {
    Error error = {0};
    if (!record_append_text(record, slice_from(move), NOTATION_STANDARD, &error)) {
        fail_msg("%s: %s", move, error.text);
    }
}

static void tags_keep_their_order_and_their_place(void **state) {
    (void)state;
    Record record = quoridor_record();
    Error error;
    assert_null(tag_of(&record, "First").data);
    assert_true(record_set_tag(&record, slice_from("Second"), slice_from("b"), &error));
    assert_true(record_set_tag(&record, slice_from("First"), slice_from(""), &error));
    assert_true(record_set_tag(&record, slice_from("Second"), slice_from("c"), &error));
    assert_int_equal(record.tag_count, 2);
    assert_slice(record_text(&record, record.tags[0].name), "Second");
    assert_slice(tag_of(&record, "Second"), "c");
    assert_non_null(tag_of(&record, "First").data);
    assert_slice(tag_of(&record, "First"), "");
    record_release(&record);
}

static void a_text_of_the_record_can_be_set_again(void **state) {
    (void)state;
    Record record = quoridor_record();
    Error error;
    assert_true(record_set_comment(&record, 0, slice_from("the same words"), &error));
    for (int i = 0; i < 1000; i++) {
        assert_true(record_set_tag(&record, slice_from("Again"), comment_of(&record, 0), &error));
        assert_true(record_set_comment(&record, 0, tag_of(&record, "Again"), &error));
    }
    assert_slice(comment_of(&record, 0), "the same words");
    assert_int_equal(record.pool.size, strlen("the same wordsAgain"));
    record_release(&record);
}

static void assert_tag_refused(const char *name, Slice value, const char *reason) {
    Record record = quoridor_record();
    Error error;
    assert_false(record_set_tag(&record, slice_from(name), value, &error));
    assert_string_equal(error.text, reason);
    assert_int_equal(record.tag_count, 0);
    record_release(&record);
}

static void bad_tags_are_refused(void **state) {
    (void)state;
    assert_tag_refused("", slice_from("x"), "'' is not a tag name: up to 64 letters, digits and _");
    assert_tag_refused(
        "a b", slice_from("x"), "'a b' is not a tag name: up to 64 letters, digits and _");
    assert_tag_refused(
        "Result", slice_from("1-0"), "the tag 'Result' follows from the game and cannot be set");
    assert_tag_refused("First", (Slice){"a\0b", 3}, "a tag value holds the control character 0x00");
    assert_tag_refused("First", slice_from("a\rb"), "a tag value holds the control character 0x0d");
    char *large = malloc(RECORD_TEXT_MAX + 1);
    assert_non_null(large);
    memset(large, 'x', RECORD_TEXT_MAX + 1);
    assert_tag_refused(
        "First", (Slice){large, RECORD_TEXT_MAX + 1}, "a tag value is longer than 65536 bytes");
    free(large);
}

static void there_are_256_tags_at_most(void **state) {
    (void)state;
    Record record = quoridor_record();
    Error error;
    char name[16];
    for (int i = 0; i < RECORD_TAGS_MAX; i++) {
        snprintf(name, sizeof name, "Tag%d", i);
        assert_true(record_set_tag(&record, slice_from(name), slice_from("x"), &error));
    }
    assert_false(record_set_tag(&record, slice_from("More"), slice_from("x"), &error));
    assert_string_equal(error.text, "more than 256 tags");
    assert_true(record_set_tag(&record, slice_from("Tag7"), slice_from("y"), &error));
    record_release(&record);
}

static void notes_stand_beside_positions(void **state) {
    (void)state;
    Record record = quoridor_record();
    Error error;
    play(&record, "e2");
    play(&record, "e8");
    assert_int_equal(record.notes[1].elapsed_ms, RECORD_TIME_NONE);
    assert_int_equal(record.notes[1].clock_ms, RECORD_TIME_NONE);
    record_set_elapsed(&record, 1, 0);
    record_set_clock(&record, 2, RECORD_TIME_MAX_MS);
    record_set_eval(&record, 2, -0.123449);
    assert_true(record_set_comment(&record, 0, slice_from("before"), &error));
    assert_int_equal(record.notes[1].elapsed_ms, 0);
    assert_int_equal(record.notes[2].clock_ms, RECORD_TIME_MAX_MS);
    assert_slice(record_text(&record, record.notes[2].eval_text), "-0.1234");
    assert_float_equal(record.notes[2].eval, -0.1234, 0);
    assert_slice(comment_of(&record, 0), "before");
    assert_slice(comment_of(&record, 1), "");
    record_release(&record);
}

static void evaluations_are_short_and_exact(void **state) {
    (void)state;
    static const struct {
        double eval;
        const char *text;
    } cases[] = {{0, "0"}, {-0.00001, "0"}, {100, "100"}, {0.5, "0.5"}, {-12.25, "-12.25"},
        {1e14, "100000000000000"}};
    Record record = quoridor_record();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        record_set_eval(&record, 0, cases[i].eval);
        assert_slice(record_text(&record, record.notes[0].eval_text), cases[i].text);
    }
    Error error;
    assert_true(record_set_eval_text(&record, 0, slice_from("+0.50"), &error));
    assert_float_equal(record.notes[0].eval, 0.5, 0);
    static const char *const bad[] = {"", "+", "1e5", ".5", "5.", "0x10", "nan", "1 ", "--1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(record_set_eval_text(&record, 0, slice_from(bad[i]), &error));
    }
    assert_string_equal(error.text, "'--1' is not an evaluation: a number such as 0.35");
    assert_slice(record_text(&record, record.notes[0].eval_text), "+0.50");
    record_release(&record);
}

static void a_record_is_full_at_10000_moves(void **state) {
    (void)state;
    const Rules *rules = game_rules("quoridor");
    Variant endless = rules->variants[0];
    endless.ply_cap = 0;
    endless.repetition_limit = 0;
    Record record;
    record_init(&record, rules, &endless);
    static const char *const circle[] = {"e2", "e8", "e1", "e9"};
    for (size_t i = 0; i < RECORD_MOVES_MAX; i++) {
        play(&record, circle[i % 4]);
    }
    Error error;
    assert_false(record_append_text(&record, slice_from("e2"), NOTATION_STANDARD, &error));
    assert_string_equal(error.text, "a record holds no more than 10000 moves");
    assert_false(record_append(&record, record.game.moves[0]));
    assert_int_equal(record.game.count, RECORD_MOVES_MAX);
    record_release(&record);
}

static void plies_never_wrap(void **state) {
    (void)state;
    Record record = quoridor_record();
    Position pos = record.game.positions[0];
    Move move;
    Error error;
    assert_true(record.game.rules->parse(&pos, slice_from("e2"), NOTATION_STANDARD, &move, &error));
    record_release(&record);
    Variant endless = *pos.variant;
    endless.ply_cap = 0;
    pos.variant = &endless;
    pos.ply = UINT16_MAX;
    record_init_at(&record, game_rules("quoridor"), &pos);
    assert_false(record_append(&record, move));
    assert_int_equal(record.game.count, 0);
    record_release(&record);
}

static void the_result_must_agree_with_the_rules(void **state) {
    (void)state;
    const Rules *rules = game_rules("quoridor");
    Position pos;
    Error error;
    assert_true(rules->read(slice_from("- e8 a5 10 10 1 20"), &rules->variants[0], &pos, &error));
    Record record;
    record_init_at(&record, rules, &pos);
    record.result = RESULT_SECOND_WINS;
    assert_true(record_check_result(&record, &error));
    play(&record, "e9");
    assert_false(record_check_result(&record, &error));
    assert_string_equal(error.text, "the result 0-1 disagrees with the moves: 1-0 (goal reached)");
    record.result = RESULT_FIRST_WINS;
    assert_true(record_check_result(&record, &error));
    record_release(&record);
}

static void formats_have_names(void **state) {
    (void)state;
    static const char *const names[] = {
        "pgn", "sgf", "standard", "botzone", "fairy", "sjtu", "sjtu-2022", "qtp"};
    RecordFormat format;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_true(record_format_find(slice_from(names[i]), &format));
        assert_string_equal(record_format_name(format), names[i]);
    }
    assert_false(record_format_find(slice_from("pdf"), &format));
    assert_true(record_format_fits(RECORD_SGF, game_rules("amazons")));
    assert_false(record_format_fits(RECORD_SGF, game_rules("quoridor")));
    assert_true(record_format_fits(record_list_format(NOTATION_SJTU), game_rules("quoridor")));
    assert_false(record_format_fits(record_list_format(NOTATION_SJTU), game_rules("amazons")));
}

static void lists_of_moves_are_read_and_written_in_every_notation(void **state) {
    (void)state;
    static const struct {
        const char *game;
        const char *text;
    } cases[] = {
        {"quoridor", "e2\ne8\ne3h\na8v\n"},
        {"amazons", "c1-c7/c2\nc8-d7/d2\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Rules *rules = game_rules(cases[i].game);
        Record record =
            read_record(cases[i].text, record_list_format(NOTATION_STANDARD), cases[i].game);
        for (int notation = 0; notation < NOTATION_COUNT; notation++) {
            if (!rules_has_notation(rules, (Notation)notation)) {
                continue;
            }
            RecordFormat format = record_list_format((Notation)notation);
            Text list = write_record(&record, format);
            Record again = read_record(list.data, format, cases[i].game);
            Text standard = write_record(&again, record_list_format(NOTATION_STANDARD));
            assert_string_equal(standard.data, cases[i].text);
            text_release(&standard);
            text_release(&list);
            record_release(&again);
        }
        record_release(&record);
    }
}

static void a_list_knows_how_its_game_ended(void **state) {
    (void)state;
    const Rules *rules = game_rules("quoridor");
    Position start;
    Record record;
    Error error;
    assert_true(rules->read(slice_from("- e8 a5 10 10 1 20"), &rules->variants[0], &start, &error));
    assert_true(record_read_moves(
        slice_from("\n  e9\r\n\n"), NOTATION_STANDARD, rules, &start, &record, &error));
    assert_int_equal(record.result, RESULT_FIRST_WINS);
    assert_int_equal(record.game.count, 1);
    record_release(&record);
}

static void bad_lists_are_refused(void **state) {
    (void)state;
    RecordFormat standard = record_list_format(NOTATION_STANDARD);
    assert_refused("", standard, "quoridor", "there is no record");
    assert_refused(" \n\t", RECORD_PGN, "quoridor", "there is no record");
    assert_refused("\n", RECORD_SGF, NULL, "there is no record");
    assert_refused("e2\n\nhere\n", standard, "quoridor",
        "line 3: move 1 (second): 'here' is not a move like e2, e3h");
    assert_refused_slice((Slice){"e2\n\0", 4}, standard, "quoridor",
        "line 2: move 1 (second): '\\x00' is not a move like e2, e3h");
    assert_refused("e2", record_list_format(NOTATION_BOTZONE), "quoridor",
        "format botzone is not for quoridor");
    assert_refused("(;)", RECORD_SGF, "quoridor", "format sgf is not for quoridor");
    Record record = quoridor_record();
    Text text;
    Error error;
    text_init(&text);
    assert_false(record_write(&record, RECORD_SGF, &text, &error));
    assert_string_equal(error.text, "format sgf is not for quoridor");
    assert_int_equal(text.size, 0);
    text_release(&text);
    record_release(&record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_keep_their_order_and_their_place),
        cmocka_unit_test(a_text_of_the_record_can_be_set_again),
        cmocka_unit_test(bad_tags_are_refused),
        cmocka_unit_test(there_are_256_tags_at_most),
        cmocka_unit_test(notes_stand_beside_positions),
        cmocka_unit_test(evaluations_are_short_and_exact),
        cmocka_unit_test(a_record_is_full_at_10000_moves),
        cmocka_unit_test(plies_never_wrap),
        cmocka_unit_test(the_result_must_agree_with_the_rules),
        cmocka_unit_test(formats_have_names),
        cmocka_unit_test(lists_of_moves_are_read_and_written_in_every_notation),
        cmocka_unit_test(a_list_knows_how_its_game_ended),
        cmocka_unit_test(bad_lists_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
