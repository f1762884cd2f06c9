// Journals that are written, cut short, resumed and told apart.

#include "unit/match/journal_fixture.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>

// In the place of the C library's functions: a disk takes long, and tests ask it often.
static int sync_count;
static int folder_sync_count;
static bool sync_fails;

int fsync(int fd) {
    (void)fd;
    folder_sync_count++;
    return 0;
}

int fdatasync(int fd) {
    (void)fd;
    sync_count++;
    errno = EIO;
    return sync_fails ? -1 : 0;
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

// Opens a journal that has so many games, and goes on with it until it is the whole.
static void assert_resumed(Slice damaged, int games, const Text *whole) {
    write_file(damaged);
    Fixture fixture;
    init(&fixture);
    Journal *journal = open_journal(&fixture);
    assert_int_equal(fixture.match.game_count, games);
    for (int number = games; number < 3; number++) {
        add(journal, &fixture, number);
    }
    journal_close(journal);
    fixture_release(&fixture);
    assert_file(text_slice(whole));
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
        assert_resumed((Slice){whole.data, size}, games, &whole);
    }
    assert_int_equal(complete_lines, 4);
    text_release(&whole);
}

// The power was cut while the last line was written: the file has its size, but zeros from some
// byte on, or up to it.
static void test_a_line_of_zeros_is_dropped(void **state) {
    (void)state;
    write_journal(3);
    Text whole = read_file();
    size_t start = 0; // of the line that is damaged
    for (int games = -1; games < 3; games++) {
        size_t end = start + strcspn(whole.data + start, "\n") + 1;
        Text damaged;
        text_init(&damaged);
        for (size_t at = start; at < end; at++) {
            text_clear(&damaged);
            text_add_slice(&damaged, (Slice){whole.data, end});
            memset(damaged.data + at, 0, end - at);
            assert_resumed(text_slice(&damaged), games > 0 ? games : 0, &whole);
            memcpy(damaged.data, whole.data, end);
            memset(damaged.data + start, 0, at + 1 - start);
            assert_resumed(text_slice(&damaged), games > 0 ? games : 0, &whole);
        }
        text_release(&damaged);
        start = end;
    }
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

// A game counts when the disk has it.
static void test_each_line_is_synchronised(void **state) {
    (void)state;
    Fixture fixture;
    init(&fixture);
    sync_count = folder_sync_count = 0;
    Journal *journal = open_journal(&fixture);
    assert_int_equal(sync_count, 1);
    assert_int_equal(folder_sync_count, 1); // the file is new
    add(journal, &fixture, 0);
    assert_int_equal(sync_count, 2);
    Text before = read_file();
    MatchGame game = fixture_game(0, 1, 1, 0);
    Error error = {0};
    sync_fails = true;
    assert_false(journal_add(journal, &game, &error));
    sync_fails = false;
    assert_non_null(strstr(error.text, "cannot be written: Input/output error"));
    assert_file(text_slice(&before));
    assert_true(journal_add(journal, &game, NULL));
    fixture_drop(&game);
    text_release(&before);
    journal_close(journal);
    fixture_release(&fixture);
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
        cmocka_unit_test_teardown(test_a_line_of_zeros_is_dropped, remove_journal),
        cmocka_unit_test_teardown(test_one_run_at_a_time, remove_journal),
        cmocka_unit_test_teardown(test_a_full_disk_is_told_and_survived, remove_journal),
        cmocka_unit_test_teardown(test_each_line_is_synchronised, remove_journal),
        cmocka_unit_test_teardown(test_texts_must_be_utf8, remove_journal),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
