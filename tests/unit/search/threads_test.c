// Several threads in one search. Small on purpose: a build with ThreadSanitizer runs it too, and
// what it looks for are races, not moves.

#include "search/kinds.h"
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

// The threads pause again and again while nodes are widened.
static void threads_pause_for_widening(void **state) {
    (void)state;
    const Rules *rules = rules_find(slice_from("quoridor"));
    EngineOptions options = {.rules = rules,
        .thread_count = THREADS,
        .memory_mb = 16,
        .seed = 5,
        .settings = "width=8,widen=20"};
    Engine *engine = engine_new(slice_from("immure"), &options, NULL);
    assert_non_null(engine);
    Game game;
    game_init(&game, rules, &rules->variants[0]);
    for (int i = 0; i < 4; i++) {
        EngineReport report = think(engine, &game, (EngineLimits){.nodes = 1500});
        assert_in_range(report.nodes, 1500, 1500 + THREADS);
        game_play(&game, report.pv[0]);
    }
    game_release(&game);
    engine_free(engine);
}

// And while the tree is pruned.
static void threads_pause_for_pruning(void **state) {
    (void)state;
    const Rules *rules = rules_find(slice_from("quoridor"));
    Engine *engine = make_engine(engine_kind_find(slice_from("immure")), rules, THREADS, 4);
    Game game;
    game_init(&game, rules, &rules->variants[0]);
    for (int i = 0; i < 2; i++) {
        EngineReport report = think(engine, &game, (EngineLimits){.nodes = 8000});
        assert_in_range(report.nodes, 8000, 8000 + THREADS);
        game_play(&game, report.pv[0]);
    }
    game_release(&game);
    engine_free(engine);
}

// Several threads come to nodes that were restored from a text and have no children yet.
static void threads_search_a_restored_tree(void **state) {
    (void)state;
    static char text[20000];
    const Rules *rules = rules_find(slice_from("amazons"));
    Engine *engine = make_engine(&ENGINE_IMMURE, rules, THREADS, 3);
    Game game;
    game_init(&game, rules, smallest_variant(rules));
    for (int i = 0; i < 3; i++) {
        EngineReport report = think(engine, &game, (EngineLimits){.nodes = 400});
        const size_t size = engine_save(engine, &game, report.pv[0], text, sizeof text);
        game_play(&game, report.pv[0]);
        game_play(&game, report.pv[1]);
        engine_new_game(engine);
        assert_true(engine_restore(engine, &game, (Slice){text, size}));
    }
    game_release(&game);
    engine_free(engine);
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

#define LINES 40
#define LOOKS 100

// Asks for the lines again and again while the other threads search on: each time one picture.
static void look_at_lines(void *context, const EngineReport *report) {
    (void)report;
    Told *told = context;
    for (int look = 0; look < LOOKS; look++) {
        EngineReport lines[LINES];
        size_t count = engine_lines(told->engine, LINES, lines);
        assert_int_equal(count, LINES);
        for (size_t i = 0; i < count; i++) {
            assert_true(is_legal(told->game, lines[i].pv[0]));
            for (size_t j = 0; j < i; j++) {
                assert_int_not_equal(lines[i].pv[0], lines[j].pv[0]);
                // Nothing is proven so early in a game, so the visits alone decide.
                assert_true(lines[i].nodes <= lines[j].nodes);
            }
        }
    }
    engine_stop(told->engine);
    told->count++;
}

static void lines_are_one_picture_of_a_search_under_way(void **state) {
    (void)state;
    const Rules *rules = rules_find(slice_from("quoridor"));
    Game game;
    game_init(&game, rules, &rules->variants[0]);
    Told told = {.engine = make_engine(ENGINE_KINDS[0], rules, THREADS, 64), .game = &game};
    EngineLimits none = {0};
    engine_think(told.engine, &game, &none, look_at_lines, &told, NULL);
    assert_true(told.count > 0);
    game_release(&game);
    engine_free(told.engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_played_by_three_threads),
        cmocka_unit_test(threads_pause_for_widening),
        cmocka_unit_test(threads_pause_for_pruning),
        cmocka_unit_test(threads_search_a_restored_tree),
        cmocka_unit_test(stops_and_reports_cross_threads),
        cmocka_unit_test(lines_are_one_picture_of_a_search_under_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
