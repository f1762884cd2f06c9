// A match on workers, with a server that tests play: its games, and what happens in trouble.

#include "unit/jobs/worker_fixture.h"

#include "rules/record/record_io.h"

// The moves and the end of a game, without its times.
static void assert_same_course(const Show *show, const MatchGame *a, const MatchGame *b) {
    Record records[2];
    assert_true(record_read(slice_from(a->record), RECORD_PGN, show->rules, &records[0], NULL));
    assert_true(record_read(slice_from(b->record), RECORD_PGN, show->rules, &records[1], NULL));
    assert_int_equal(records[0].game.count, records[1].game.count);
    assert_memory_equal(
        records[0].game.moves, records[1].game.moves, records[0].game.count * sizeof(Move));
    assert_int_equal(a->result, b->result);
    assert_int_equal(a->first, b->first);
    assert_int_equal(a->opening, b->opening);
    record_release(&records[0]);
    record_release(&records[1]);
}

static void assert_same_games(const Show *show, const Show *other) {
    assert_int_equal(show->match.game_count, other->match.game_count);
    for (size_t i = 0; i < show->match.game_count; i++) {
        const MatchGame *game = &show->match.games[i];
        const MatchGame *same =
            match_find(&other->match, game->round, game->encounter, game->number);
        assert_non_null(same);
        assert_same_course(show, game, same);
    }
}

// With requests that are lost, and answers that are: what is repeated counts once.
static void test_games_are_those_of_one_machine(void **state) {
    (void)state;
    static const int TROUBLE[][2] = {{0, 0}, {3, 0}, {0, 4}};
    Show here;
    show_init(&here, A, B, 10);
    play_show(&here, NULL);
    for (size_t i = 0; i < sizeof TROUBLE / sizeof *TROUBLE; i++) {
        FakeServer server;
        Hand hands[2];
        Show show;
        fake_init(&server);
        server.fail_each = TROUBLE[i][0];
        server.lose_each = TROUBLE[i][1];
        hire(&hands[0], &server);
        hire(&hands[1], &server);
        show_init(&show, A, B, 10);
        play_show(&show, &server);
        assert_same_games(&show, &here);
        assert_int_equal(server.job_count, 5);
        assert_int_equal(server.cancelled, 0);
        dismiss(&hands[0]);
        dismiss(&hands[1]);
        show_release(&show);
        fake_release(&server);
    }
    show_release(&here);
}

// A client that is interrupted cancels; the next one finds what was played and asks for the rest.
static void test_a_match_is_taken_up_again(void **state) {
    (void)state;
    FakeServer server;
    Hand hand;
    Show here;
    fake_init(&server);
    hire(&hand, &server);
    show_init(&here, A, B, 10);
    play_show(&here, NULL);
    Show show;
    show_init(&show, A, B, 10);
    show.stop_after = 4;
    play_show(&show, &server);
    assert_true(show.match.game_count >= 4 && show.match.game_count < 10);
    assert_int_equal(server.cancelled, 1);
    show_release(&show);
    show_init(&show, A, B, 10);
    play_show(&show, &server);
    assert_same_games(&show, &here);
    assert_int_equal(server.job_count, 5);
    dismiss(&hand);
    show_release(&show);
    show_release(&here);
    fake_release(&server);
}

// A stranger's program comes as a file, runs in a box, and is fetched once.
static void test_programs_travel(void **state) {
    (void)state;
    FakeServer server;
    Hand hand;
    Show show;
    char words[512];
    fake_init(&server);
    hire(&hand, &server);
    snprintf(words, sizeof words, "name=H,cmd=%s exit", getenv("IMMURE_HOSTILE"));
    show_init(&show, words, A, 6);
    play_show(&show, &server);
    assert_int_equal(show.match.game_count, 6);
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(show.match.games[i].verdict, VERDICT_CRASH);
        assert_non_null(strstr(show.match.games[i].record, "[Sandbox \""));
    }
    dismiss(&hand);
    assert_int_equal(server.blob_count, 1);
    assert_true(server.blobs[0].gets >= 1 && server.blobs[0].gets <= 2);
    show_release(&show);
    fake_release(&server);
}

static void test_too_many_files_are_refused(void **state) {
    (void)state;
    enum { COUNT = GROUP_FILES_MAX + 1 };
    static PortableFile items[COUNT];
    PortableFiles files = {items, COUNT};
    RemoteGroup group;
    Error error;
    remote_group_init(&group, NULL, "key", "match", NULL);
    assert_true(remote_group_add_files(&group, &files, &error)); // one file, named many times
    assert_int_equal(group.file_count, 1);
    for (int i = 0; i < COUNT; i++) {
        snprintf(items[i].hash, sizeof items[i].hash, "%064d", i);
    }
    remote_group_init(&group, NULL, "key", "match", NULL);
    assert_false(remote_group_add_files(&group, &files, &error));
    assert_string_equal(error.text, "what is played on other machines takes at most 256 files");
    files.count--;
    remote_group_init(&group, NULL, "key", "match", NULL);
    assert_true(remote_group_add_files(&group, &files, &error));
}

static void test_a_lying_result_ends_the_match(void **state) {
    (void)state;
    FakeServer server;
    Show show;
    fake_init(&server);
    submit_only(&server, A, 2);
    server.jobs[0].state = FAKE_DONE;
    server.jobs[0].seq = ++server.finished;
    server.jobs[0].result = json_pack("{s:[{s:s s:s s:i s:i s:s s:s}, {s:s s:s s:i s:i s:s s:s}]}",
        "games", "result", "1-0", "verdict", "win", "plies", 0, "ms", 1, "detail", "", "record",
        "*", "result", "1-0", "verdict", "win", "plies", 0, "ms", 1, "detail", "", "record", "*");
    show_init(&show, A, B, 2);
    Error error = {0};
    assert_false(show_run(&show, &server, &error));
    assert_true(strncmp(error.text, "pair 0/0/0: game 1: ", 20) == 0);
    assert_int_equal(show.match.game_count, 0);
    show_release(&show);
    fake_release(&server);
}

static void test_nobody_plays(void **state) {
    (void)state;
    FakeServer server;
    Show show;
    fake_init(&server);
    show_init(&show, A, B, 2);
    show.stops_on_warning = true;
    play_show(&show, &server);
    assert_int_equal(show.warnings, 1);
    assert_int_equal(server.cancelled, 1);
    show_release(&show);
    fake_release(&server);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_are_those_of_one_machine),
        cmocka_unit_test(test_a_match_is_taken_up_again),
        cmocka_unit_test(test_programs_travel),
        cmocka_unit_test(test_too_many_files_are_refused),
        cmocka_unit_test(test_a_lying_result_ends_the_match),
        cmocka_unit_test(test_nobody_plays),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
