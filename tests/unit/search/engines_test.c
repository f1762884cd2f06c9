// What every engine owes its users: legal moves, the same answer twice, wins when it can, stops
// when told, stays within its memory.

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "search/engine.h"

// Runs a check for every engine and every game that it plays.
static void for_each_engine(void (*check)(const EngineKind *kind, const Rules *rules)) {
    for (const EngineKind *const *kind = ENGINE_KINDS; *kind; kind++) {
        for (size_t i = 0; i < rules_count(); i++) {
            const Rules *rules = rules_at(i);
            if (!(*kind)->game || strcmp((*kind)->game, rules->name) == 0) {
                check(*kind, rules);
            }
        }
    }
}

static Engine *make(const EngineKind *kind, const Rules *rules, int threads, int memory_mb) {
    EngineOptions options = {
        .rules = rules, .thread_count = threads, .memory_mb = memory_mb, .seed = 5};
    Engine *engine = engine_new(slice_from(kind->name), &options, NULL);
    assert_non_null(engine);
    return engine;
}

static bool is_legal(const Game *game, Move move) {
    Move moves[MOVES_MAX];
    size_t count = game_moves(game, moves);
    for (size_t i = 0; i < count; i++) {
        if (moves[i] == move) {
            return true;
        }
    }
    return false;
}

// Plays an engine against itself and returns a fingerprint of the game.
static uint64_t play_out(Engine *engine, const Rules *rules, int plies) {
    Game game;
    EngineLimits limits = {.nodes = 40, .depth = 2};
    uint64_t fingerprint = 0;
    game_init(&game, rules, &rules->variants[0]);
    engine_new_game(engine);
    while (plies-- > 0 && game_outcome(&game).result == RESULT_NONE) {
        EngineReport report;
        Move move = engine_think(engine, &game, &limits, NULL, NULL, &report);
        assert_true(is_legal(&game, move));
        fingerprint = (fingerprint ^ move ^ (uint64_t)(unsigned)report.score) * 0x100000001b3u;
        game_play(&game, move);
    }
    game_release(&game);
    return fingerprint;
}

static void check_repeats(const EngineKind *kind, const Rules *rules) {
    Engine *one = make(kind, rules, 1, 16);
    Engine *two = make(kind, rules, 1, 16);
    assert_int_equal(play_out(one, rules, 30), play_out(two, rules, 30));
    engine_free(one);
    engine_free(two);
}

static void the_same_seed_and_nodes_play_the_same_game(void **state) {
    (void)state;
    for_each_engine(check_repeats);
}

static void check_tiny_memory(const EngineKind *kind, const Rules *rules) {
    Engine *engine = make(kind, rules, 1, 1);
    Game game;
    EngineLimits limits = {.nodes = 2000, .depth = 3};
    game_init(&game, rules, &rules->variants[0]);
    assert_true(is_legal(&game, engine_think(engine, &game, &limits, NULL, NULL, NULL)));
    game_release(&game);
    engine_free(engine);
}

static void a_megabyte_is_enough_to_play(void **state) {
    (void)state;
    for_each_engine(check_tiny_memory);
}

// Thinking 7 times in a row is thinking once: what was found is kept.
static void check_slices(const EngineKind *kind, const Rules *rules) {
    Engine *whole = make(kind, rules, 1, 16);
    Engine *sliced = make(kind, rules, 1, 16);
    Game game;
    EngineReport expected;
    EngineReport found;
    EngineReport lines[200];
    game_init(&game, rules, &rules->variants[0]);
    engine_think(whole, &game, &(EngineLimits){.nodes = 140}, NULL, NULL, &expected);
    for (int i = 0; i < 7; i++) {
        engine_think(sliced, &game, &(EngineLimits){.nodes = 20}, NULL, NULL, &found);
    }
    size_t count = engine_lines(sliced, sizeof lines / sizeof *lines, lines);
    if (kind->lines) {
        assert_int_equal(found.score, expected.score);
        assert_int_equal(found.pv_count, expected.pv_count);
        assert_memory_equal(found.pv, expected.pv, found.pv_count * sizeof *found.pv);
        // The first line is the engine's choice, and all of them are different legal moves.
        assert_int_equal(lines[0].score, found.score);
        assert_int_equal(lines[0].pv_count, found.pv_count);
        assert_true(count > 100);
        for (size_t i = 0; i < count; i++) {
            assert_true(is_legal(&game, lines[i].pv[0]));
            assert_true(i == 0 || lines[i].nodes <= lines[i - 1].nodes);
            for (size_t j = 0; j < i; j++) {
                assert_int_not_equal(lines[i].pv[0], lines[j].pv[0]);
            }
        }
    } else {
        assert_int_equal(count, 0);
    }
    game_release(&game);
    engine_free(whole);
    engine_free(sliced);
}

static void slices_find_what_one_search_finds(void **state) {
    (void)state;
    for_each_engine(check_slices);
}

static void *stop_soon(void *engine) {
    struct timespec pause = {.tv_nsec = 20 * NS_PER_MS};
    nanosleep(&pause, NULL);
    engine_stop(engine);
    return NULL;
}

static void check_stops(const EngineKind *kind, const Rules *rules) {
    Engine *engine = make(kind, rules, 2, 64);
    Game game;
    EngineLimits limits = {0};
    pthread_t thread;
    game_init(&game, rules, &rules->variants[0]);
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, engine), 0);
    // Without the stop this would never return.
    assert_true(is_legal(&game, engine_think(engine, &game, &limits, NULL, NULL, NULL)));
    pthread_join(thread, NULL);
    game_release(&game);
    engine_free(engine);
}

static void a_stop_ends_a_search_without_limits(void **state) {
    (void)state;
    for_each_engine(check_stops);
}

typedef struct Puzzle {
    const char *game;
    const char *position;
    const char *solution;
} Puzzle;

// One move decides.
static const Puzzle PUZZLES[] = {
    // The pawn steps onto its goal row.
    {"quoridor", "- e8 a5 3 3 1 40", "e9"},
    {"quoridor", "- e7 d2 0 0 2 41", "d1"},
    // Of many moves a single one takes the last squares of the other side.
    {"amazons", "4*2q/q*5*/3*1*2/*1*1q1*1/***3q*/**1**3/1*1*****/1*Q*QQQ* b - - 0 13", "e5-c3/c2"},
    {"amazons", "******q*/1Q1***q1/2**q*Q*/***q***1/*Q****1*/*2Q1**1/*1*2*2/1**5 w - - 0 18",
        "g6-h7/g6"},
};

static void check_puzzles(const EngineKind *kind, const Rules *rules) {
    if (strcmp(kind->name, "random") == 0) {
        return;
    }
    for (size_t i = 0; i < sizeof PUZZLES / sizeof *PUZZLES; i++) {
        if (strcmp(PUZZLES[i].game, rules->name) != 0) {
            continue;
        }
        Position pos;
        Game game;
        char move[MOVE_TEXT_SIZE];
        EngineLimits limits = {.nodes = 200, .depth = 3};
        Slice text = slice_from(PUZZLES[i].position);
        assert_true(rules->read(text, &rules->variants[0], &pos, NULL));
        game_init_at(&game, rules, &pos);
        Engine *engine = make(kind, rules, 1, 16);
        Move found = engine_think(engine, &game, &limits, NULL, NULL, NULL);
        rules->format(&pos, found, NOTATION_STANDARD, move);
        assert_string_equal(move, PUZZLES[i].solution);
        engine_free(engine);
        game_release(&game);
    }
}

static void a_win_in_one_is_played(void **state) {
    (void)state;
    for_each_engine(check_puzzles);
}

static void unknown_engines_are_refused(void **state) {
    (void)state;
    EngineOptions options = {.rules = rules_at(0), .thread_count = 1, .memory_mb = 1};
    Error error;
    assert_null(engine_new(slice_from("deep blue"), &options, &error));
    assert_string_equal(error.text, "unknown engine 'deep blue': see immure bot --help");
    options.rules = rules_find(slice_from("quoridor"));
    assert_null(engine_new(slice_from("lieberum"), &options, &error));
    assert_string_equal(error.text, "engine lieberum plays only amazons");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_and_nodes_play_the_same_game),
        cmocka_unit_test(a_megabyte_is_enough_to_play),
        cmocka_unit_test(slices_find_what_one_search_finds),
        cmocka_unit_test(a_stop_ends_a_search_without_limits),
        cmocka_unit_test(a_win_in_one_is_played),
        cmocka_unit_test(unknown_engines_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
