// What bots ask of their engine: an engine of this test records the limits of each search.
//
// It answers at once, but a search without limits only when it is stopped.

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "bot/bot.h"

#define SEARCHES_MAX 8
#define PATIENCE_NS (20 * NS_PER_S)

typedef struct Recorder {
    EngineLimits limits[SEARCHES_MAX];
    size_t plies[SEARCHES_MAX]; // of the game that was searched
    int64_t late_ns;            // what a search that was stopped takes to end
    _Atomic int count;          // of searches begun
} Recorder;

static Recorder recorder;

static void *create(const EngineOptions *options, Error *error) {
    (void)options;
    (void)error;
    return &recorder;
}

static void destroy(void *state) {
    (void)state;
}

static void new_game(void *state) {
    (void)state;
}

static void think(void *state, const Thinking *thinking, EngineReport *report) {
    (void)state;
    const EngineLimits *limits = &thinking->limits;
    Move moves[MOVES_MAX];
    int search = atomic_load(&recorder.count);
    if (search < SEARCHES_MAX) {
        recorder.limits[search] = *limits;
        recorder.plies[search] = thinking->game->count;
    }
    atomic_store(&recorder.count, search + 1);
    while (!limits->time_ms && !limits->nodes && !limits->depth && !atomic_load(thinking->stop)) {
        sched_yield();
    }
    const int64_t end_ns = clock_now_ns() + recorder.late_ns;
    while (atomic_load(thinking->stop) && clock_now_ns() < end_ns) {
        sched_yield();
    }
    game_moves(thinking->game, moves);
    report->pv[report->pv_count++] = moves[0];
}

static const EngineKind RECORDER = {
    .name = "recorder",
    .create = create,
    .destroy = destroy,
    .new_game = new_game,
    .think = think,
};

// In place of the program's own table.
const EngineKind *const ENGINE_KINDS[] = {&RECORDER, NULL};

typedef struct Talk {
    Bot bot;
    const BotProtocol *protocol;
    pthread_t thread;
    FILE *to_bot;
} Talk;

static void *run_bot(void *argument) {
    Talk *talk = argument;
    Error error;
    talk->protocol->run(&talk->bot, &error);
    return NULL;
}

static void talk_start(Talk *talk, const BotProtocol *protocol, const char *game) {
    int input[2];
    memset(&recorder, 0, sizeof recorder);
    assert_int_equal(pipe(input), 0);
    const Rules *rules = rules_find(slice_from(game));
    *talk = (Talk){
        .bot =
            {
                .rules = rules,
                .variant = &rules->variants[0],
                .options = {.rules = rules, .thread_count = 1, .memory_mb = 1},
                .level = level_find(slice_from("full")),
                .in = fdopen(input[0], "r"),
                .out = fopen("/dev/null", "w"),
                .time_ms = 700,
            },
        .protocol = protocol,
        .to_bot = fdopen(input[1], "w"),
    };
    talk->bot.engine = engine_new(slice_from("recorder"), &talk->bot.options, NULL);
    assert_non_null(talk->bot.engine);
}

static void talk_run(Talk *talk) {
    assert_int_equal(pthread_create(&talk->thread, NULL, run_bot, talk), 0);
}

static void tell(Talk *talk, const char *line) {
    fprintf(talk->to_bot, "%s\n", line);
    fflush(talk->to_bot);
}

static void wait_for_search(int number) {
    const int64_t end_ns = clock_now_ns() + PATIENCE_NS;
    while (atomic_load(&recorder.count) < number) {
        if (clock_now_ns() > end_ns) {
            fail_msg("search %d does not begin", number);
        }
        sched_yield();
    }
}

static void talk_end(Talk *talk) {
    fclose(talk->to_bot);
    pthread_join(talk->thread, NULL);
    fclose(talk->bot.in);
    fclose(talk->bot.out);
    engine_free(talk->bot.engine);
}

static void assert_limits(int search, int64_t time_ms, uint64_t nodes, int depth, size_t plies) {
    const EngineLimits *limits = &recorder.limits[search];
    assert_int_equal(limits->time_ms, time_ms);
    assert_int_equal(limits->nodes, nodes);
    assert_int_equal(limits->depth, depth);
    assert_int_equal(recorder.plies[search], plies);
}

static void the_limits_of_go(void **state) {
    (void)state;
    Talk talk;
    talk_start(&talk, &BOT_TEXT, "quoridor");
    talk_run(&talk);
    tell(&talk, "position startpos moves e2");
    tell(&talk, "go");
    wait_for_search(1);
    tell(&talk, "go movetime 5 nodes 6 depth 7");
    wait_for_search(2);
    tell(&talk, "go infinite");
    wait_for_search(3);
    talk_end(&talk);
    assert_limits(0, 700, 0, 0, 1);
    assert_limits(1, 5, 6, 7, 1);
    assert_limits(2, 0, 0, 0, 1);
    assert_int_equal(recorder.count, 3);
}

static void the_limits_of_ponderhit(void **state) {
    (void)state;
    Talk talk;
    talk_start(&talk, &BOT_TEXT, "quoridor");
    talk_run(&talk);
    tell(&talk, "go ponder");
    wait_for_search(1);
    tell(&talk, "ponderhit");
    wait_for_search(2);
    tell(&talk, "go ponder nodes 9");
    wait_for_search(3);
    tell(&talk, "ponderhit");
    wait_for_search(4);
    tell(&talk, "go ponder nodes 9");
    wait_for_search(5);
    tell(&talk, "stop"); // no second search
    talk_end(&talk);
    assert_limits(0, 0, 0, 0, 0);
    assert_limits(1, 700, 0, 0, 0);
    assert_limits(2, 0, 0, 0, 0);
    assert_limits(3, 0, 9, 0, 0);
    assert_int_equal(recorder.count, 5);
}

// With the option `ponder` the position after the answer is searched until the next command.
static void pondering_follows_the_answer(void **state) {
    (void)state;
    Talk talk;
    talk_start(&talk, &BOT_TEXT, "quoridor");
    talk_run(&talk);
    tell(&talk, "setoption name ponder value 1");
    tell(&talk, "go nodes 3");
    wait_for_search(2);
    tell(&talk, "setoption name ponder value 0");
    tell(&talk, "go nodes 3");
    wait_for_search(3);
    talk_end(&talk);
    assert_limits(0, 0, 3, 0, 0);
    assert_limits(1, 0, 0, 0, 1);
    assert_limits(2, 0, 3, 0, 0);
    assert_int_equal(recorder.count, 3);
}

// Botzone doubles the time of a player's first turn, and counts what the program took to start. One
// that ends with its answer leaves a tenth of the site's second for that.
static void the_time_of_botzones_turns(void **state) {
    (void)state;
    static const struct {
        const char *turn;
        int allowed_ms;
        int spent_ms;
        int64_t time_ms;
        size_t plies;
    } CASES[] = {
        {"1\n-1 -1 -1 -1 -1 -1", 700, 0, 1400, 0}, {"1\n2 0 2 6 7 6", 700, 0, 1400, 1},
        {"2\n-1 -1 -1 -1 -1 -1\n2 0 2 6 7 6\n0 5 4 5 3 4", 700, 0, 700, 2},
        {"1\n-1 -1 -1 -1 -1 -1", 700, 300, 1100, 0}, {"1\n-1 -1 -1 -1 -1 -1", 700, 5000, 700, 0},
        {"2\n-1 -1 -1 -1 -1 -1\n2 0 2 6 7 6\n0 5 4 5 3 4", 950, 0, 900, 2},
        {"1\n2 0 2 6 7 6", 950, 0, 1800, 1},
        {"1\n2 0 2 6 7 6", 5000, 0, 10000, 1},                          // no limit of the site
        {"2\n-1 -1 -1 -1 -1 -1\n2 0 2 6 7 6\n0 5 4 5 3 4", 1, 5, 1, 2}, // 0 would be no limit
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Talk talk;
        talk_start(&talk, &BOT_BOTZONE, "amazons");
        talk.bot.time_ms = CASES[i].allowed_ms;
        talk.bot.spent_ms = CASES[i].spent_ms;
        talk_run(&talk);
        tell(&talk, CASES[i].turn);
        talk_end(&talk);
        assert_int_equal(recorder.count, 1);
        assert_limits(0, CASES[i].time_ms, 0, 0, CASES[i].plies);
        assert_true(recorder.limits[0].saves_time);
    }
}

// Both judges charge the end of pondering to the answer, and not what the program took to start.
static void the_time_of_the_courses_turns(void **state) {
    (void)state;
    static const struct {
        const BotProtocol *protocol;
        const char *turn;
    } CASES[] = {{&BOT_SJTU, "4 10\n\nAction"}, {&BOT_SJTU_2022, "0 7 4"}};
    for (size_t i = 0; i < 2 * sizeof CASES / sizeof *CASES; i++) {
        const bool ponders = i % 2;
        Talk talk;
        talk_start(&talk, CASES[i / 2].protocol, "quoridor");
        talk.bot.ponders = ponders;
        talk.bot.spent_ms = 5000;
        recorder.late_ns = 20 * NS_PER_MS;
        talk_run(&talk);
        tell(&talk, "1");
        if (ponders) {
            wait_for_search(1);
        }
        tell(&talk, CASES[i / 2].turn);
        wait_for_search(ponders ? 2 : 1);
        talk_end(&talk);
        // A slow machine takes longer, but half of the time is always left.
        const int64_t time_ms = recorder.limits[ponders].time_ms;
        assert_true(ponders ? time_ms >= 350 && time_ms <= 681 : time_ms == 700);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_limits_of_go),
        cmocka_unit_test(the_limits_of_ponderhit),
        cmocka_unit_test(pondering_follows_the_answer),
        cmocka_unit_test(the_time_of_botzones_turns),
        cmocka_unit_test(the_time_of_the_courses_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
