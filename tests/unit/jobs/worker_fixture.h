#pragma once
// What the tests of workers share: workers in threads, and matches that are played on them or here.

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "jobs/remote_group.h"
#include "jobs/remote_match.h"
#include "jobs/worker.h"
#include "jobs/worker_kinds.h"
#include "match/runner.h"
#include "unit/jobs/fake_server.h"

static char folder[] = "/tmp/immure worker $-XXXXXX"; // a shell would read other words
static char cache_folder[64];

static inline int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder) || chmod(folder, 0755) != 0) {
        return -1;
    }
    snprintf(cache_folder, sizeof cache_folder, "%s/cache", folder);
    return process_adopt_orphans(NULL) ? 0 : -1;
}

static inline int remove_folder(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

static inline void ignore_line(void *context, const char *line) {
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

static inline void *work(void *argument) {
    static const WorkerKind *const KINDS[] = {
        &WORKER_COMPILE, &WORKER_PAIR, &WORKER_ROOM, &WORKER_SELFPLAY, NULL};
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

static inline void hire(Hand *hand, FakeServer *server) {
    *hand = (Hand){.remote = fake_remote(server)};
    assert_int_equal(pthread_create(&hand->thread, NULL, work, hand), 0);
}

static inline void dismiss(Hand *hand) {
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

static inline void on_game(void *context, const Match *match, const MatchGame *game) {
    (void)game;
    Show *show = context;
    if (match->game_count >= show->stop_after) {
        atomic_store(&show->stop, true);
    }
}

static inline void on_warning(void *context, const char *text) {
    (void)text;
    Show *show = context;
    show->warnings++;
    atomic_store(&show->stop, show->stops_on_warning);
}

static inline void show_init(Show *show, const char *first, const char *second, int games) {
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

static inline void show_release(Show *show) {
    match_release(&show->match);
    openings_release(&show->openings);
    contestant_release(&show->contestants[0]);
    contestant_release(&show->contestants[1]);
}

// Runs the match; `server` may be null: here.
static inline bool show_run(Show *show, FakeServer *server, Error *error) {
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

static inline void play_show(Show *show, FakeServer *server) {
    Error error = {0};
    if (!show_run(show, server, &error)) {
        fail_msg("%s", error.text);
    }
}

#define A "name=A,engine=random,time=1m,start-time=1m"
#define B "name=B,engine=random,seed=3,time=1m,start-time=1m"
#define STUCK "name=C,engine=immure,nodes=1000000000,time=1440m,start-time=1m"

// Submits pairs without waiting for them.
static inline void submit_only(FakeServer *server, const char *first, int games) {
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
