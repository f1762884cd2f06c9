// Several threads in one search. Small on purpose: a build with ThreadSanitizer runs it too, and
// what it looks for are races, not moves.

#include "unit/search/engines_support.h"

#include <pthread.h>

#define THREADS 3

static bool has_threads(const EngineKind *kind) {
    static const char *const NAMES[] = {"immure", "alphabeta", "plain"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        if (strcmp(kind->name, NAMES[i]) == 0) {
            return true;
        }
    }
    return false;
}

// The smallest board is the fastest.
static const Variant *smallest_variant(const Rules *rules) {
    const Variant *smallest = &rules->variants[0];
    for (size_t i = 1; i < rules->variant_count; i++) {
        smallest = rules->variants[i].size < smallest->size ? &rules->variants[i] : smallest;
    }
    return smallest;
}

// A game by an engine against itself: the tree and the table are kept from move to move.
static void check_game(const EngineKind *kind, const Rules *rules) {
    if (!has_threads(kind)) {
        return;
    }
    Engine *engine = make_engine(kind, rules, THREADS, 3);
    Game game;
    EngineLimits limits = {.nodes = 60};
    game_init(&game, rules, smallest_variant(rules));
    for (int i = 0; i < 8; i++) {
        EngineReport report = think(engine, &game, limits);
        // Threads in the middle of a node may finish it.
        assert_in_range(report.nodes, 1, limits.nodes + THREADS);
        game_play(&game, report.pv[0]);
    }
    engine_new_game(engine);
    think(engine, &game, limits);
    game_release(&game);
    engine_free(engine);
}

static void a_game_is_played_by_three_threads(void **state) {
    (void)state;
    for_each_engine(check_game);
}

typedef struct Told {
    Engine *engine;
    const Game *game;
    int count;
} Told;

// Stops the engine from its own listener, at the second report, or else by the node limit.
static void listen(void *context, const EngineReport *report) {
    Told *told = context;
    assert_true(is_legal(told->game, report->pv[0]));
    if (++told->count == 2) {
        engine_stop(told->engine);
    }
}

static void *stop_at_once(void *engine) {
    engine_stop(engine);
    return NULL;
}

static void check_stops(const EngineKind *kind, const Rules *rules) {
    if (!has_threads(kind)) {
        return;
    }
    Game game;
    game_init(&game, rules, smallest_variant(rules));
    Told told = {.engine = make_engine(kind, rules, THREADS, 3), .game = &game};
    EngineLimits limits = {.nodes = 200};
    engine_think(told.engine, &game, &limits, listen, &told, NULL);
    assert_true(told.count > 0);
    for (int i = 0; i < 5; i++) {
        pthread_t thread;
        EngineLimits none = {0};
        engine_clear_stop(told.engine);
        assert_int_equal(pthread_create(&thread, NULL, stop_at_once, told.engine), 0);
        assert_true(is_legal(&game, engine_think(told.engine, &game, &none, NULL, NULL, NULL)));
        pthread_join(thread, NULL);
    }
    game_release(&game);
    engine_free(told.engine);
}

static void stops_and_reports_cross_threads(void **state) {
    (void)state;
    for_each_engine(check_stops);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_played_by_three_threads),
        cmocka_unit_test(stops_and_reports_cross_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
