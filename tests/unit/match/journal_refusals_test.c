// Files that are no journal of this match: refused with a reason, and left as they are.

#include "unit/match/journal_fixture.h"

#define ANOTHER                                                                                    \
    ": it belongs to another match: the players, rules, format, openings, seed and, where "        \
    "rounds follow from rounds, games must be the same"

static void test_another_match_is_refused(void **state) {
    (void)state;
    write_journal(1);
    Text whole = read_file();
    for (int i = 0; i < 7; i++) {
        Fixture fixture;
        init(&fixture);
        MatchOptions *options = &fixture.options;
        switch (i) {
        case 0:
            options->seed = 2;
            break;
        case 1:
            options->variant = &options->rules->variants[1];
            break;
        case 2:
            options->schedule.format = SCHEDULE_GAUNTLET;
            break;
        case 3:
            text_add(&fixture.openings.source, "random:4");
            break;
        case 4:
            text_add(&fixture.contestants[0].words, ",time=1s");
            break;
        case 5:
            options->contestant_count = 1;
            break;
        default: // what may change: this one is taken
            options->games = 10;
            options->concurrency = 9;
            journal_close(open_journal(&fixture));
            assert_int_equal(fixture.match.game_count, 1);
            break;
        }
        if (i < 6) {
            assert_refused(&fixture, ANOTHER);
            assert_int_equal(fixture.match.game_count, 0);
        }
        options->contestant_count = 2;
        fixture_release(&fixture);
        assert_file(text_slice(&whole));
    }
    text_release(&whole);
}

// The second round of these follows from all games of the first.
static void test_later_rounds_need_the_same_games(void **state) {
    (void)state;
    static const ScheduleFormat FORMATS[] = {SCHEDULE_SWISS, SCHEDULE_KNOCKOUT, SCHEDULE_GROUPS};
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++) {
        Fixture fixture;
        init(&fixture);
        fixture.options.schedule.format = FORMATS[i];
        journal_close(open_journal(&fixture));
        journal_close(open_journal(&fixture));
        fixture.options.games += 2;
        assert_refused(&fixture, ANOTHER);
        fixture_release(&fixture);
        unlink(path);
    }
}

static void test_a_strangers_file_is_left_alone(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *reason;
    } CASES[] = {
        {"int main(void) {\n}\n", ANOTHER},
        {"no newline", ": this is no journal of a match: name another file"},
        {"{\"immure_match\":2", ": this is no journal of a match: name another file"},
        {"\n", ANOTHER},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        write_file(slice_from(CASES[i].text));
        Fixture fixture;
        init(&fixture);
        assert_refused(&fixture, CASES[i].reason);
        fixture_release(&fixture);
        assert_file(slice_from(CASES[i].text));
    }
}

// Copies the whole journal with one line replaced, and expects the reason.
static void assert_line_refused(
    const Text *whole, int number, const char *line, const char *reason) {
    Text damaged;
    text_init(&damaged);
    Slice rest = text_slice(whole);
    Slice old;
    for (int i = 1; slice_next_line(&rest, &old); i++) {
        text_add_slice(&damaged, i == number ? slice_from(line) : old);
        text_add_byte(&damaged, '\n');
    }
    write_file(text_slice(&damaged));
    Fixture fixture;
    init(&fixture);
    assert_refused(&fixture, reason);
    fixture_release(&fixture);
    assert_file(text_slice(&damaged));
    text_release(&damaged);
}

// A game as a line of a journal, with one piece of it replaced.
static Text game_line(const Text *whole, const char *piece, const char *replacement) {
    Slice rest = text_slice(whole);
    Slice line;
    for (int i = 0; i < 3; i++) {
        assert_true(slice_next_line(&rest, &line));
    }
    const char *found = memmem(line.data, line.size, piece, strlen(piece));
    assert_non_null(found);
    size_t before = (size_t)(found - line.data);
    Text text;
    text_init(&text);
    text_add_slice(&text, (Slice){line.data, before});
    text_add(&text, replacement);
    text_add_slice(&text, slice_skip(line, before + strlen(piece)));
    return text;
}

static void test_damage_is_refused_with_its_line(void **state) {
    (void)state;
    write_journal(3);
    Text whole = read_file();
    assert_line_refused(&whole, 2, "", ": line 2: this is no game of a match");
    assert_line_refused(&whole, 3, "{\"round\":0", ": line 3: this is no game of a match");
    assert_line_refused(&whole, 4, "[1, 2]", ": line 4: this is no game of a match");
    static const char *const PIECES[][2] = {
        {"\"round\":0", "\"round\":-1"},
        {"\"encounter\":0", "\"encounter\":-1"},
        {"\"number\":1", "\"number\":-1"},
        {"\"number\":1", "\"number\":\"1\""},
        {"\"first\":1", "\"first\":2"},
        {"\"first\":1", "\"first\":-1"},
        {"\"first\":1", "\"first\":0"},
        {"\"second\":0", "\"second\":2"},
        {"\"opening\":0", "\"opening\":-1"},
        {"\"result\":\"1-0\"", "\"result\":\"2-0\""},
        {"\"result\":\"1-0\"", "\"result\":\"*\""},
        {"\"verdict\":\"no-move\"", "\"verdict\":\"no move\""},
        {"\"plies\":", "\"ply\":"},
    };
    for (size_t i = 0; i < sizeof PIECES / sizeof *PIECES; i++) {
        Text line = game_line(&whole, PIECES[i][0], PIECES[i][1]);
        assert_line_refused(&whole, 3, line.data, ": line 3: this is no game of a match");
        text_release(&line);
    }
    text_release(&whole);
}

static void test_a_game_played_twice_is_refused(void **state) {
    (void)state;
    write_journal(3);
    Text whole = read_file();
    Text line = game_line(&whole, "\"number\":1", "\"number\":0");
    assert_line_refused(&whole, 3, line.data, ": line 3: this game was played twice");
    text_release(&line);
    text_release(&whole);
}

static void assert_open_refused(const char *where, const char *reason) {
    Fixture fixture;
    init(&fixture);
    Error error = {0};
    assert_null(journal_open(where, &fixture.match, &error));
    assert_string_equal(error.text, reason);
    fixture_release(&fixture);
}

static void test_what_is_no_file(void **state) {
    (void)state;
    assert_open_refused("/dev/full", "/dev/full cannot be opened: it is no file");
    assert_open_refused("/tmp", "/tmp cannot be opened: Is a directory");
    assert_open_refused(
        "/nonexistent/journal", "/nonexistent/journal cannot be opened: No such file or directory");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_another_match_is_refused, remove_journal),
        cmocka_unit_test_teardown(test_later_rounds_need_the_same_games, remove_journal),
        cmocka_unit_test_teardown(test_a_strangers_file_is_left_alone, remove_journal),
        cmocka_unit_test_teardown(test_damage_is_refused_with_its_line, remove_journal),
        cmocka_unit_test_teardown(test_a_game_played_twice_is_refused, remove_journal),
        cmocka_unit_test_teardown(test_what_is_no_file, remove_journal),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
