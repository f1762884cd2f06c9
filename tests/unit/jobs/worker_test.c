// A match on workers, with a server that tests play: who plays what, and what happens in trouble.

#include "jobs/worker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "fake_server.h"
#include "jobs/remote_group.h"
#include "jobs/remote_match.h"
#include "jobs/remote_selfplay.h"
#include "jobs/worker_kinds.h"
#include "match/runner.h"
#include "rules/record/record_io.h"

static char folder[] = "/tmp/immure-worker-XXXXXX";
static char cache_folder[64];

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder) || chmod(folder, 0755) != 0) {
        return -1;
    }
    snprintf(cache_folder, sizeof cache_folder, "%s/cache", folder);
    return process_adopt_orphans(NULL) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static void ignore_line(void *context, const char *line) {
    (void)context;
    (void)line;
}

// A worker in a thread of its own.
typedef struct Hand {
    Remote remote;
    atomic_bool stop;
    pthread_t thread;
    bool is_done;
    Error error;
} Hand;

static void *work(void *argument) {
    static const WorkerKind *const KINDS[] = {
        &WORKER_COMPILE, &WORKER_PAIR, &WORKER_SELFPLAY, NULL};
    Hand *hand = argument;
    WorkerOptions options = {
        .remote = &hand->remote,
        .kinds = KINDS,
        .self = getenv("IMMURE"),
        .name = "hand",
        .version = "1",
        .bench = "b",
        .speed = 1,
        .cores = 2,
        .memory_mb = 1000,
        .folder = folder,
        .cache = {cache_folder, 1u << 30},
        .retry_ms = 4,
        .retry_max_ms = 20,
        .say = ignore_line,
    };
    hand->is_done = worker_run(&options, &hand->stop, &hand->error);
    return NULL;
}

static void hire(Hand *hand, FakeServer *server) {
    *hand = (Hand){.remote = fake_remote(server)};
    assert_int_equal(pthread_create(&hand->thread, NULL, work, hand), 0);
}

static void dismiss(Hand *hand) {
    atomic_store(&hand->stop, true);
    pthread_join(hand->thread, NULL);
}

// A match of a few games, on workers or here.
typedef struct Show {
    const Rules *rules;
    Contestant contestants[2];
    Openings openings;
    MatchOptions options;
    Match match;
    atomic_bool stop;
    size_t stop_after; // games
    bool stops_on_warning;
    int warnings;
} Show;

static void on_game(void *context, const Match *match, const MatchGame *game) {
    (void)game;
    Show *show = context;
    if (match->game_count >= show->stop_after) {
        atomic_store(&show->stop, true);
    }
}

static void on_warning(void *context, const char *text) {
    (void)text;
    Show *show = context;
    show->warnings++;
    atomic_store(&show->stop, show->stops_on_warning);
}

static void show_init(Show *show, const char *first, const char *second, int games) {
    *show = (Show){.rules = rules_find(slice_from("amazons")), .stop_after = SIZE_MAX};
    const Variant *variant = rules_variant(show->rules, slice_from("6x6"));
    assert_true(contestant_parse(&show->contestants[0], slice_from(first), show->rules, NULL));
    assert_true(contestant_parse(&show->contestants[1], slice_from(second), show->rules, NULL));
    assert_true(openings_load(&show->openings, "random:2", show->rules, variant, 8, 1, NULL));
    show->options = (MatchOptions){
        .rules = show->rules,
        .variant = variant,
        .contestants = show->contestants,
        .contestant_count = 2,
        .openings = &show->openings,
        .schedule = {.format = SCHEDULE_ROUND_ROBIN, .player_count = 2},
        .games = games,
        .concurrency = 2,
        .self = getenv("IMMURE"),
        .seed = 1,
    };
    match_init(&show->match, &show->options);
}

static void show_release(Show *show) {
    match_release(&show->match);
    openings_release(&show->openings);
    contestant_release(&show->contestants[0]);
    contestant_release(&show->contestants[1]);
}

// Runs the match; `server` may be null: here.
static bool show_run(Show *show, FakeServer *server, Error *error) {
    Remote remote = fake_remote(server);
    RemoteMatchOptions options = {.remote = &remote,
        .bench = "b",
        .stop = &show->stop,
        .poll_ms = 2,
        .idle_ms = show->stops_on_warning ? 1 : 600000};
    MatchListener listener = {.context = show, .on_game = on_game, .on_warning = on_warning};
    RemoteMatch *workers = remote_match_new(&options);
    MatchVenue venue = remote_match_venue(workers);
    show->options.venue = server ? &venue : NULL;
    bool done = match_run(&show->match, NULL, &listener, &show->stop, error);
    remote_match_free(workers);
    return done;
}

static void play_show(Show *show, FakeServer *server) {
    Error error = {0};
    if (!show_run(show, server, &error)) {
        fail_msg("%s", error.text);
    }
}

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

#define A "name=A,engine=random,time=1m,start-time=1m"
#define B "name=B,engine=random,seed=3,time=1m,start-time=1m"
#define STUCK "name=C,engine=immure,nodes=1000000000,time=1440m,start-time=1m"

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

static void wait_for_lease(FakeServer *server) {
    for (bool found = false; !found;) {
        pthread_mutex_lock(&server->lock);
        for (int i = 0; i < server->job_count; i++) {
            found = found || server->jobs[i].state == FAKE_LEASED;
        }
        pthread_mutex_unlock(&server->lock);
        remote_wait(1, NULL, NULL);
    }
}

// Submits pairs without waiting for them.
static void submit_only(FakeServer *server, const char *first, int games) {
    Show show;
    Error error;
    show_init(&show, first, B, games);
    Remote remote = fake_remote(server);
    atomic_store(&show.stop, true);
    RemoteGroup group;
    atomic_bool stop = false;
    remote_group_init(&group, &remote, "key", "match", &stop);
    assert_true(remote_group_open(&group, &error));
    Text payload;
    text_init(&payload);
    Pair pair = {.rules = show.rules,
        .variant = show.options.variant,
        .players = {&show.contestants[0], &show.contestants[1]}};
    assert_true(pair_write(&pair, &payload, NULL));
    json_t *jobs = json_array();
    for (int i = 0; i < games / 2; i++) {
        char name[16];
        snprintf(name, sizeof name, "0/0/%d", i);
        json_array_append_new(jobs, json_pack("{s:s s:s s:o s:[]}", "name", name, "kind", "pair",
                                        "payload", json_loads(payload.data, 0, NULL), "blobs"));
    }
    assert_true(remote_group_submit(&group, jobs, &error));
    text_release(&payload);
    show_release(&show);
}

static void test_a_worker_that_stops_hands_back(void **state) {
    (void)state;
    FakeServer server;
    Hand hand;
    fake_init(&server);
    submit_only(&server, STUCK, 2);
    hire(&hand, &server);
    wait_for_lease(&server);
    dismiss(&hand);
    assert_true(hand.is_done);
    assert_int_equal(server.jobs[0].state, FAKE_WAITING);
    assert_int_equal(server.jobs[0].returns, 1);
    fake_release(&server);
}

// Long before the beat that renews its lease.
static void test_what_is_played_is_told_soon(void **state) {
    (void)state;
    FakeServer server;
    Hand hand;
    fake_init(&server);
    server.beat_ms = 3600000;
    submit_only(&server, STUCK, 2);
    hire(&hand, &server);
    for (int told = 0; told == 0;) {
        remote_wait(1, NULL, NULL);
        pthread_mutex_lock(&server.lock);
        told = server.progress;
        pthread_mutex_unlock(&server.lock);
    }
    dismiss(&hand);
    assert_int_equal(server.progress, 1);
    fake_release(&server);
}

static void test_what_is_cancelled_is_dropped(void **state) {
    (void)state;
    FakeServer server;
    Hand hand;
    Text answer;
    fake_init(&server);
    submit_only(&server, STUCK, 2);
    hire(&hand, &server);
    wait_for_lease(&server);
    text_init(&answer);
    pthread_mutex_lock(&server.lock);
    fake_cancel(&server, &answer);
    pthread_mutex_unlock(&server.lock);
    text_release(&answer);
    // The cores are free for another match.
    Show show;
    show_init(&show, A, B, 4);
    server.jobs[0].name[0] = 'x';
    play_show(&show, &server);
    assert_int_equal(show.match.game_count, 4);
    dismiss(&hand);
    assert_int_equal(server.jobs[0].state, FAKE_CANCELLED);
    assert_int_equal(server.jobs[0].returns, 0);
    assert_int_equal(server.refused, 0);
    show_release(&show);
    fake_release(&server);
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

// Waits for the only job of a group and returns its result, which the server keeps.
static const json_t *wait_for_result(FakeServer *server) {
    const json_t *result = NULL;
    while (!result) {
        pthread_mutex_lock(&server->lock);
        result = server->jobs[0].result;
        pthread_mutex_unlock(&server->lock);
        remote_wait(1, NULL, NULL);
    }
    return result;
}

static void test_sources_are_compiled(void **state) {
    (void)state;
    static const char *const SOURCES[][2] = {
        {"int main(void) { return 0; }\n", "ok"}, {"int main(void) { return x; }\n", "errors"}};
    for (size_t i = 0; i < sizeof SOURCES / sizeof *SOURCES; i++) {
        FakeServer server;
        Hand hand;
        Error error;
        char hash[SHA256_TEXT_SIZE];
        fake_init(&server);
        hire(&hand, &server);
        Remote remote = fake_remote(&server);
        RemoteGroup group;
        Slice source = slice_from(SOURCES[i][0]);
        atomic_bool stop = false;
        remote_group_init(&group, &remote, "key", "check", &stop);
        assert_int_equal(
            remote_put_blob(&remote, sha256_text(source, hash), source, &error), REMOTE_DONE);
        assert_true(remote_group_open(&group, &error));
        assert_true(remote_group_submit(&group,
            json_pack("[{s:s s:s s:{s:s s:s s:s} s:[s]}]", "name", "bot", "kind", "compile",
                "payload", "source", hash, "language", "c17", "name", "bot.c", "blobs", hash),
            &error));
        const json_t *result = wait_for_result(&server);
        assert_string_equal(json_string_value(json_object_get(result, "status")), SOURCES[i][1]);
        const char *binary = json_string_value(json_object_get(result, "binary"));
        assert_int_equal(binary != NULL, i == 0);
        assert_int_equal(server.blob_count, i == 0 ? 2 : 1);
        assert_int_equal(
            strstr(json_string_value(json_object_get(result, "messages")), "bot.c:1") != NULL,
            i == 1);
        dismiss(&hand);
        fake_release(&server);
    }
}

#define SELFPLAY_GAMES 50

static Text read_samples(const char *path) {
    Text bytes;
    text_init(&bytes);
    assert_true(text_read_file(&bytes, path, 1u << 20, NULL));
    return bytes;
}

// Chunks of self-play from workers make the file of one machine, also after an interruption.
static void test_selfplay_is_that_of_one_machine(void **state) {
    (void)state;
    const Rules *rules = rules_find(slice_from("amazons"));
    const Variant *variant = rules_variant(rules, slice_from("6x6"));
    SelfplaySettings settings = {.network = "none",
        .nodes = 5,
        .full_share = 0.5,
        .opening_plies = 4,
        .thread_count = 2,
        .seed = 5,
        .games = SELFPLAY_GAMES};
    char here[64];
    char there[64];
    snprintf(here, sizeof here, "%s/here", folder);
    snprintf(there, sizeof there, "%s/there", folder);
    atomic_bool stop = false;
    SelfplayProgress progress;
    assert_true(selfplay_run(&settings, rules, variant, here, &stop, NULL, NULL, &progress, NULL));
    FakeServer server;
    Hand hands[2];
    fake_init(&server);
    server.fail_each = 5;
    hire(&hands[0], &server);
    hire(&hands[1], &server);
    Remote remote = fake_remote(&server);
    RemoteSelfplay options = {.remote = &remote, .bench = "b", .poll_ms = 2};
    SelfplayVenue venue = remote_selfplay_venue(&options);
    for (uint64_t games = 27; games <= SELFPLAY_GAMES; games += SELFPLAY_GAMES - 27) {
        Error error = {0};
        settings.games = games;
        if (!venue.run(venue.context, &settings, rules, variant, there, &stop, NULL, NULL,
                &progress, &error)) {
            fail_msg("%s", error.text);
        }
        assert_int_equal(progress.games, games);
    }
    dismiss(&hands[0]);
    dismiss(&hands[1]);
    Text a = read_samples(here);
    Text b = read_samples(there);
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
    text_release(&a);
    text_release(&b);
    fake_release(&server);
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

static void test_a_server_that_refuses(void **state) {
    (void)state;
    FakeServer server;
    Hand hand;
    fake_init(&server);
    server.is_away = true;
    hire(&hand, &server);
    pthread_join(hand.thread, NULL);
    assert_false(hand.is_done);
    fake_release(&server);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_are_those_of_one_machine),
        cmocka_unit_test(test_a_worker_that_stops_hands_back),
        cmocka_unit_test(test_what_is_played_is_told_soon),
        cmocka_unit_test(test_what_is_cancelled_is_dropped),
        cmocka_unit_test(test_a_match_is_taken_up_again),
        cmocka_unit_test(test_programs_travel),
        cmocka_unit_test(test_sources_are_compiled),
        cmocka_unit_test(test_selfplay_is_that_of_one_machine),
        cmocka_unit_test(test_a_lying_result_ends_the_match),
        cmocka_unit_test(test_nobody_plays),
        cmocka_unit_test(test_a_server_that_refuses),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
