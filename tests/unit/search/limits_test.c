// What an engine may use: its nodes, its memory, its time. And what it forgets with a new game.

#include "unit/search/engines_support.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/cores.h"

static bool is_named(const EngineKind *kind, const char *name) {
    return strcmp(kind->name, name) == 0;
}

// A few plies into a game, so that there is something to remember.
static void play_moves(Game *game, const Rules *rules, int plies) {
    game_init(game, rules, &rules->variants[0]);
    while (plies-- > 0) {
        Move moves[MOVES_MAX];
        size_t count = game_moves(game, moves);
        game_play(game, moves[count / 2]);
    }
}

// Nodes

static void check_forgets(const EngineKind *kind, const Rules *rules) {
    if (is_named(kind, "random") || is_named(kind, "greedy")) {
        return; // they draw lots from one game to the next
    }
    Game game;
    Game other;
    play_moves(&game, rules, 4);
    play_moves(&other, rules, 7);
    Engine *fresh = make_engine(kind, rules, 1, 16);
    Engine *used = make_engine(kind, rules, 1, 16);
    EngineLimits limits = {.nodes = 100};
    EngineReport wanted = think(fresh, &game, limits);
    think(used, &other, limits);
    think(used, &game, limits);
    think(used, &other, limits);
    engine_new_game(used);
    EngineReport report = think(used, &game, limits);
    assert_int_equal(report.score, wanted.score);
    assert_int_equal(report.depth, wanted.depth);
    assert_int_equal(report.nodes, wanted.nodes);
    assert_int_equal(report.pv_count, wanted.pv_count);
    assert_memory_equal(report.pv, wanted.pv, wanted.pv_count * sizeof *wanted.pv);
    assert_int_equal(report.nodes, limits.nodes);
    engine_free(fresh);
    engine_free(used);
    game_release(&game);
    game_release(&other);
}

static void a_new_game_starts_from_nothing(void **state) {
    (void)state;
    for_each_engine(check_forgets);
}

// Memory

static int64_t resident_bytes(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%*d %ld", &pages), 1);
    fclose(file);
    return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

// With more nodes than its memory has room for. The slack is for what is no memory of the search:
// the program itself, the system's pages, the sanitizers' shadows.
static void check_memory(const EngineKind *kind, const Rules *rules) {
    const int memory_mb = 12;
    const int64_t slack_bytes = INT64_C(6) << 20;
    Game game;
    play_moves(&game, rules, 4);
    int64_t before_bytes = resident_bytes();
    Engine *engine = make_engine(kind, rules, 2, memory_mb);
    EngineLimits limits = {.nodes = is_named(kind, "immure") ? 20000 : 500};
    think(engine, &game, limits);
    assert_true(resident_bytes() - before_bytes <= ((int64_t)memory_mb << 20) + slack_bytes);
    engine_free(engine);
    game_release(&game);
}

static void memory_stays_within_its_cap(void **state) {
    (void)state;
    for_each_engine(check_memory);
}

// Whole stretches of games with a tree that is full all the time.
static void check_full(const EngineKind *kind, const Rules *rules) {
    Engine *engine = make_engine(kind, rules, 1, 1);
    Game game;
    EngineLimits limits = {.nodes = is_named(kind, "immure") ? 1500 : 100};
    play_moves(&game, rules, 2);
    for (int i = 0; i < 4; i++) {
        EngineReport report = think(engine, &game, limits);
        if (is_named(kind, "immure")) {
            assert_int_equal(report.nodes, limits.nodes);
        }
        game_play(&game, report.pv[0]);
    }
    game_release(&game);
    engine_free(engine);
}

static void a_full_memory_ends_nothing(void **state) {
    (void)state;
    for_each_engine(check_full);
}

// Tries with too little first: what the refusal asks for is enough for legal moves on every board.
static void check_least_memory(const EngineKind *kind, const Rules *rules) {
    const int thread_counts[] = {1, 26, THREADS_MAX};
    for (size_t i = 0; i < sizeof thread_counts / sizeof *thread_counts; i++) {
        EngineOptions options = {
            .rules = rules, .thread_count = thread_counts[i], .memory_mb = 1, .seed = 5};
        Error error;
        Engine *engine = engine_new(slice_from(kind->name), &options, &error);
        if (!engine) {
            int thread_count;
            assert_int_equal(sscanf(error.text, "%d threads need at least %d MB of memory",
                                 &thread_count, &options.memory_mb),
                2);
            assert_int_equal(thread_count, options.thread_count);
            options.memory_mb--;
            assert_null(engine_new(slice_from(kind->name), &options, &error));
            options.memory_mb++;
            engine = engine_new(slice_from(kind->name), &options, &error);
        }
        assert_non_null(engine);
        Game game;
        game_init(&game, rules, largest_variant(rules));
        for (int ply = 0; ply < 2; ply++) {
            game_play(&game, think(engine, &game, (EngineLimits){.nodes = 50}).pv[0]);
        }
        game_release(&game);
        engine_free(engine);
    }
}

static void too_little_memory_is_refused(void **state) {
    (void)state;
    for_each_engine(check_least_memory);
}

// Time

// With the stop already there an engine may do no more than it takes to have a move at all.
static void check_stopped_before(const EngineKind *kind, const Rules *rules) {
    for (int threads = 1; threads <= 2; threads++) {
        Engine *engine = make_engine(kind, rules, threads, 64);
        Game game;
        game_init(&game, rules, largest_variant(rules));
        engine_stop(engine);
        EngineReport report = think(engine, &game, (EngineLimits){0});
        uint64_t most = is_named(kind, "greedy") ? MOVES_MAX : 16;
        assert_true(report.nodes <= most);
        game_release(&game);
        engine_free(engine);
    }
}

static void a_stop_is_looked_for_all_the_time(void **state) {
    (void)state;
    for_each_engine(check_stopped_before);
}

static void a_stop_counts_until_it_is_cleared(void **state) {
    (void)state;
    const EngineLimits few = {.nodes = 100};
    const Rules *rules = rules_find(slice_from("quoridor"));
    Engine *engine = make_engine(ENGINE_KINDS[0], rules, 1, 8);
    Game game;
    play_moves(&game, rules, 2);
    engine_stop(engine);
    for (int i = 0; i < 3; i++) {
        assert_true(think(engine, &game, few).nodes < few.nodes);
    }
    engine_clear_stop(engine);
    assert_int_equal(think(engine, &game, few).nodes, few.nodes);
    game_release(&game);
    engine_free(engine);
}

#define THREADS 2
#define ROUNDS 3
#define WORK_NS (10 * NS_PER_MS)
// Ten milliseconds are promised. What is measured is work, not waiting, so that a busy machine
// changes nothing; but a sanitizer makes it ten times as much.
#define LATENCY_BOUND_NS (250 * NS_PER_MS)

// The work of all threads so far.
static int64_t work_ns(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return used.tv_sec * NS_PER_S + used.tv_nsec;
}

typedef struct Stopper {
    Engine *engine;
    int64_t begin_ns; // the work until it began
    int64_t stop_ns;  // and until it was told
    atomic_bool has_told;
} Stopper;

// Waits for work, and not for time, so that the search is under way on any machine.
static void *stop_at_work(void *argument) {
    Stopper *stopper = argument;
    int64_t due_ns = stopper->begin_ns + WORK_NS;
    struct timespec due = {.tv_sec = due_ns / NS_PER_S, .tv_nsec = due_ns % NS_PER_S};
    while (clock_nanosleep(CLOCK_PROCESS_CPUTIME_ID, TIMER_ABSTIME, &due, NULL) == EINTR) {
    }
    stopper->stop_ns = work_ns();
    engine_stop(stopper->engine);
    atomic_store(&stopper->has_told, true);
    return NULL;
}

static int compare_times(const void *a, const void *b) {
    int64_t left = *(const int64_t *)a;
    int64_t right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

static int64_t median(int64_t *times) {
    qsort(times, ROUNDS, sizeof *times, compare_times);
    return times[ROUNDS / 2];
}

static void check_latency(const EngineKind *kind, const Rules *rules) {
    Stopper stopper = {.engine = make_engine(kind, rules, THREADS, 64)};
    Game game;
    int64_t late_ns[ROUNDS];
    game_init(&game, rules, largest_variant(rules));
    for (int i = 0; i < ROUNDS; i++) {
        pthread_t thread;
        EngineLimits none = {0};
        stopper.begin_ns = work_ns();
        stopper.has_told = false;
        assert_int_equal(pthread_create(&thread, NULL, stop_at_work, &stopper), 0);
        // Without the stop most engines would never return.
        Move move = engine_think(stopper.engine, &game, &none, NULL, NULL, NULL);
        int64_t end_ns = work_ns();
        while (!atomic_load(&stopper.has_told)) { // some end by themselves, before so much work
        }
        pthread_join(thread, NULL);
        engine_clear_stop(stopper.engine);
        assert_true(is_legal(&game, move));
        late_ns[i] = end_ns - stopper.stop_ns;
    }
    int64_t latency_ns = median(late_ns);
    print_message("# %s %s: %.1f ms of work after a stop\n", kind->name, rules->name,
        (double)latency_ns / (double)NS_PER_MS);
    assert_true(latency_ns < LATENCY_BOUND_NS);
    game_release(&game);
    engine_free(stopper.engine);
}

static void a_stop_is_obeyed_at_once(void **state) {
    (void)state;
    for_each_engine(check_latency);
}

static void check_time(const EngineKind *kind, const Rules *rules) {
    const int64_t time_ms = 30;
    Engine *engine = make_engine(kind, rules, THREADS, 64);
    Game game;
    int64_t spent_ns[ROUNDS];
    game_init(&game, rules, largest_variant(rules));
    for (int i = 0; i < ROUNDS; i++) {
        EngineLimits limits = {.time_ms = time_ms};
        int64_t start_ns = work_ns();
        game_play(&game, engine_think(engine, &game, &limits, NULL, NULL, NULL));
        spent_ns[i] = work_ns() - start_ns;
    }
    assert_true(median(spent_ns) < THREADS * time_ms * NS_PER_MS + LATENCY_BOUND_NS);
    game_release(&game);
    engine_free(engine);
}

static void a_time_limit_is_kept(void **state) {
    (void)state;
    for_each_engine(check_time);
}

// After so much thought about one position little more of it changes nothing.
static void time_is_saved_where_that_is_asked_for(void **state) {
    (void)state;
    const int64_t time_ms = 1000; // as a thread may have to wait for a core
    const Rules *rules = rules_find(slice_from("amazons"));
    EngineOptions options = {.rules = rules, .thread_count = 1, .memory_mb = 64, .seed = 5};
    Engine *engine = engine_new(slice_from("immure"), &options, NULL);
    assert_non_null(engine);
    Game game;
    play_moves(&game, rules, 8);
    think(engine, &game, (EngineLimits){.nodes = 5000});
    EngineReport saving =
        think(engine, &game, (EngineLimits){.time_ms = time_ms, .saves_time = true});
    EngineReport spending = think(engine, &game, (EngineLimits){.time_ms = time_ms});
    print_message("# %d ms saving, %d ms else\n", (int)saving.time_ms, (int)spending.time_ms);
    assert_true(saving.time_ms < spending.time_ms);
    game_release(&game);
    engine_free(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_game_starts_from_nothing),
        cmocka_unit_test(memory_stays_within_its_cap),
        cmocka_unit_test(a_full_memory_ends_nothing),
        cmocka_unit_test(too_little_memory_is_refused),
        cmocka_unit_test(a_stop_is_looked_for_all_the_time),
        cmocka_unit_test(a_stop_counts_until_it_is_cleared),
        cmocka_unit_test(a_stop_is_obeyed_at_once),
        cmocka_unit_test(a_time_limit_is_kept),
        cmocka_unit_test(time_is_saved_where_that_is_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
