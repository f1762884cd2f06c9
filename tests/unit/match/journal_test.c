#include "match/journal.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "match_fixture.h"

#define FILE_LIMIT_BYTES (1u << 20)

static char folder[] = "/tmp/immure-journal-XXXXXX";
static char path[64];

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder)) {
        return -1;
    }
    snprintf(path, sizeof path, "%s/journal", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static int remove_journal(void **state) {
    (void)state;
    unlink(path);
    return 0;
}

static void write_file(Slice text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text.data, 1, text.size, file), text.size);
    assert_int_equal(fclose(file), 0);
}

static Text read_file(void) {
    Text text;
    text_init(&text);
    assert_true(text_read_file(&text, path, FILE_LIMIT_BYTES, NULL));
    return text;
}

static void assert_file(Slice expected) {
    Text text = read_file();
    assert_int_equal(text.size, expected.size);
    assert_memory_equal(text.data, expected.data, expected.size);
    text_release(&text);
}

// Two players whose names hold whatever JSON has to escape.
static void init(Fixture *fixture) {
    fixture_init(fixture, 2, SCHEDULE_ROUND_ROBIN, 100);
    Contestant *second = &fixture->contestants[1];
    contestant_release(second);
    assert_true(contestant_parse(second, slice_from("name=\"\\ \t阻,cmd=./b 'x',protocol=botzone"),
        fixture->options.rules, NULL));
}

static Journal *open_journal(Fixture *fixture) {
    Error error = {0};
    Journal *journal = journal_open(path, &fixture->match, &error);
    if (!journal) {
        fail_msg("%s", error.text);
    }
    return journal;
}

static void assert_refused(Fixture *fixture, const char *reason) {
    Error error = {0};
    assert_null(journal_open(path, &fixture->match, &error));
    Text expected;
    text_init(&expected);
    text_addf(&expected, "%s%s", path, reason);
    assert_string_equal(error.text, expected.data);
    text_release(&expected);
}

static void add(Journal *journal, Fixture *fixture, int number) {
    MatchGame game = fixture_game(0, number, (size_t)number % 2, 1 - (size_t)number % 2);
    assert_true(journal_add(journal, &game, NULL));
    assert_true(match_take_game(&fixture->match, &game));
}

// A journal of so many games, closed.
static void write_journal(int games) {
    Fixture fixture;
    init(&fixture);
    Journal *journal = open_journal(&fixture);
    for (int number = 0; number < games; number++) {
        add(journal, &fixture, number);
    }
    journal_close(journal);
    fixture_release(&fixture);
}

static void test_round_trip(void **state) {
    (void)state;
    Fixture written;
    init(&written);
    Journal *journal = open_journal(&written);
    for (int i = 0; i < VERDICT_FAULT * 3; i++) {
        MatchGame game = fixture_game(i % 3, i, 1, 0);
        game.round = i / 7;
        game.verdict = (VerdictKind)(i % VERDICT_FAULT);
        game.result = (Result)(RESULT_FIRST_WINS + i % 3);
        game.time_ms = INT64_C(1) << 40;
        free(game.detail);
        game.detail = strdup(i % 2 ? "" : "the \"first\" player:\n\\ 阻");
        assert_true(journal_add(journal, &game, NULL));
        assert_true(match_take_game(&written.match, &game));
    }
    journal_close(journal);

    Fixture fixture;
    init(&fixture);
    journal_close(open_journal(&fixture));
    assert_int_equal(fixture.match.game_count, written.match.game_count);
    for (size_t i = 0; i < written.match.game_count; i++) {
        const MatchGame *a = &written.match.games[i];
        const MatchGame *b = &fixture.match.games[i];
        assert_string_equal(a->detail, b->detail);
        assert_string_equal(a->record, b->record);
        MatchGame same = *b;
        same.detail = a->detail;
        same.record = a->record;
        assert_memory_equal(&same, a, sizeof same);
    }
    fixture_release(&fixture);
    fixture_release(&written);
}

// Killed at any byte: what was complete is there, the rest is gone, and the match goes on.
static void test_a_cut_line_is_dropped(void **state) {
    (void)state;
    write_journal(3);
    Text whole = read_file();
    size_t complete_lines = 0;
    for (size_t size = 0; size <= whole.size; size++) {
        complete_lines += size > 0 && whole.data[size - 1] == '\n';
        int games = complete_lines > 0 ? (int)complete_lines - 1 : 0;
        write_file((Slice){whole.data, size});
        Fixture fixture;
        init(&fixture);
        Journal *journal = open_journal(&fixture);
        assert_int_equal(fixture.match.game_count, games);
        for (int number = games; number < 3; number++) {
            add(journal, &fixture, number);
        }
        journal_close(journal);
        fixture_release(&fixture);
        assert_file(text_slice(&whole));
    }
    assert_int_equal(complete_lines, 4);
    text_release(&whole);
}

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
        {"no newline", ": this is no journal of a match"},
        {"{\"immure_match\":2", ": this is no journal of a match"},
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

static void test_one_run_at_a_time(void **state) {
    (void)state;
    Fixture fixture;
    Fixture other;
    init(&fixture);
    init(&other);
    Journal *journal = open_journal(&fixture);
    assert_refused(&other, " is in use by another match");
    add(journal, &fixture, 0);
    journal_close(journal);
    journal = open_journal(&other);
    assert_int_equal(other.match.game_count, 1);
    journal_close(journal);
    fixture_release(&fixture);
    fixture_release(&other);
}

static void limit_files(rlim_t size_bytes) {
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size_bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

// The disk is full in the middle of a line, then somebody makes room: the half line must be gone.
static void test_a_full_disk_is_told_and_survived(void **state) {
    (void)state;
    write_journal(3);
    Text whole = read_file();
    signal(SIGXFSZ, SIG_IGN);
    for (size_t room = 0; room < 100; room += 33) {
        unlink(path);
        write_journal(2);
        Fixture fixture;
        init(&fixture);
        Journal *journal = open_journal(&fixture);
        Text before = read_file();
        MatchGame game = fixture_game(0, 2, 0, 1);
        Error error = {0};
        limit_files(before.size + room);
        assert_false(journal_add(journal, &game, &error));
        limit_files(RLIM_INFINITY);
        Text expected;
        text_init(&expected);
        text_addf(
            &expected, "%s cannot be written: %s", path, room ? "disk full" : "File too large");
        assert_string_equal(error.text, expected.data);
        text_release(&expected);
        assert_file(text_slice(&before));
        assert_true(journal_add(journal, &game, NULL));
        fixture_drop(&game);
        journal_close(journal);
        fixture_release(&fixture);
        text_release(&before);
        assert_file(text_slice(&whole));
    }
    signal(SIGXFSZ, SIG_DFL);
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

static void test_texts_must_be_utf8(void **state) {
    (void)state;
    Fixture fixture;
    init(&fixture);
    Journal *journal = open_journal(&fixture);
    MatchGame game = fixture_game(0, 0, 0, 1);
    game.detail[0] = '\xff';
    Error error = {0};
    assert_false(journal_add(journal, &game, &error));
    assert_non_null(strstr(error.text, "cannot be written: a game has text that is not UTF-8"));
    fixture_drop(&game);
    journal_close(journal);
    text_add(&fixture.contestants[0].words, "\xff");
    assert_refused(&fixture, ": names and commands must be UTF-8");
    fixture_release(&fixture);
}

static Text identity(void) {
    Fixture fixture;
    Text text;
    init(&fixture);
    text_init(&text);
    Journal *journal = open_journal(&fixture);
    journal_identity(journal, &fixture.options, &text);
    journal_close(journal);
    fixture_release(&fixture);
    return text;
}

// A journal is itself when it is opened again, and no other one of the same match.
static void test_identity(void **state) {
    (void)state;
    Text first = identity();
    Text again = identity();
    char moved[sizeof path + 4];
    snprintf(moved, sizeof moved, "%s.old", path);
    assert_int_equal(rename(path, moved), 0);
    Text other = identity();
    unlink(moved);
    assert_string_equal(first.data, again.data);
    assert_string_not_equal(first.data, other.data);
    text_release(&other);
    text_release(&again);
    text_release(&first);
    Fixture fixture;
    init(&fixture);
    text_init(&first);
    text_init(&other);
    journal_identity(NULL, &fixture.options, &first);
    journal_identity(NULL, &fixture.options, &other);
    assert_string_not_equal(first.data, other.data);
    text_release(&other);
    text_release(&first);
    fixture_release(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_identity, remove_journal),
        cmocka_unit_test_teardown(test_round_trip, remove_journal),
        cmocka_unit_test_teardown(test_a_cut_line_is_dropped, remove_journal),
        cmocka_unit_test_teardown(test_another_match_is_refused, remove_journal),
        cmocka_unit_test_teardown(test_later_rounds_need_the_same_games, remove_journal),
        cmocka_unit_test_teardown(test_a_strangers_file_is_left_alone, remove_journal),
        cmocka_unit_test_teardown(test_damage_is_refused_with_its_line, remove_journal),
        cmocka_unit_test_teardown(test_a_game_played_twice_is_refused, remove_journal),
        cmocka_unit_test_teardown(test_one_run_at_a_time, remove_journal),
        cmocka_unit_test_teardown(test_a_full_disk_is_told_and_survived, remove_journal),
        cmocka_unit_test_teardown(test_what_is_no_file, remove_journal),
        cmocka_unit_test_teardown(test_texts_must_be_utf8, remove_journal),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
