// What every engine owes its users: legal moves, the same answer twice.

#include "unit/search/engines_support.h"

#include "base/rng.h"
#include "eval/quoridor/race.h"
#include "search/kinds.h"

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
    Engine *one = make_engine(kind, rules, 1, 16);
    Engine *two = make_engine(kind, rules, 1, 16);
    assert_int_equal(play_out(one, rules, 30), play_out(two, rules, 30));
    engine_free(one);
    engine_free(two);
}

static void the_same_seed_and_nodes_play_the_same_game(void **state) {
    (void)state;
    for_each_engine(check_repeats);
}

static void check_tiny_memory(const EngineKind *kind, const Rules *rules) {
    Engine *engine = make_engine(kind, rules, 1, 1);
    Game game;
    EngineLimits limits = {.nodes = 1000, .depth = 2};
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
    Engine *whole = make_engine(kind, rules, 1, 16);
    Engine *sliced = make_engine(kind, rules, 1, 16);
    Game game;
    EngineReport expected;
    EngineReport found;
    EngineReport lines[ENGINE_LINES_MAX];
    game_init(&game, rules, &rules->variants[0]);
    engine_think(whole, &game, &(EngineLimits){.nodes = 140}, NULL, NULL, &expected);
    for (int i = 0; i < 7; i++) {
        engine_think(sliced, &game, &(EngineLimits){.nodes = 20}, NULL, NULL, &found);
    }
    size_t count = engine_lines(sliced, ENGINE_LINES_MAX, lines);
    if (kind->lines) {
        assert_int_equal(found.score, expected.score);
        assert_int_equal(found.pv_count, expected.pv_count);
        assert_memory_equal(found.pv, expected.pv, found.pv_count * sizeof *found.pv);
        // The first line is the engine's choice, and all of them are different legal moves.
        assert_int_equal(lines[0].score, found.score);
        assert_int_equal(lines[0].pv_count, found.pv_count);
        assert_int_equal(count, ENGINE_LINES_MAX);
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

// A position without walls in hand, reached by chance.
static void random_race(Position *pos, const Rules *rules, Rng *rng) {
    rules->start(pos, &rules->variants[0]);
    while (pos->quoridor.walls_left[SIDE_FIRST] > 0 || pos->quoridor.walls_left[SIDE_SECOND] > 0) {
        Move moves[MOVES_MAX];
        size_t count = rules->moves(pos, moves);
        bool wants_wall = rng_below(rng, 2) == 0;
        Move move;
        do {
            move = moves[rng_below(rng, count)];
        } while (wants_wall && pos->quoridor.walls_left[position_turn(pos)] > 0 &&
                 quoridor_move_kind(move) == QUORIDOR_PAWN);
        rules->apply(pos, move, pos);
        if (rules->outcome(pos).result != RESULT_NONE) {
            rules->start(pos, &rules->variants[0]);
        }
    }
}

// Who knows only that a race is won may walk in circles in it.
static void check_race_is_won(const EngineKind *kind) {
    const Rules *rules = rules_find(slice_from("quoridor"));
    Engine *engine = make_engine(kind, rules, 1, 16);
    static RaceTable table;
    Rng rng;
    rng_init(&rng, 5);
    for (int won = 0; won < 60;) {
        Position start;
        RaceResult race;
        random_race(&start, rules, &rng);
        race_solve(&table, &start);
        race_probe(&table, &start, &race);
        if (race.value <= 0) {
            continue;
        }
        won++;
        Side winner = position_turn(&start);
        EngineLimits limits = {.nodes = 20};
        Game game;
        game_init_at(&game, rules, &start);
        engine_new_game(engine);
        while (game_outcome(&game).result == RESULT_NONE) {
            Move moves[MOVES_MAX];
            size_t count = game_moves(&game, moves);
            bool is_ours = position_turn(game_position(&game)) == winner;
            game_play(&game, is_ours ? engine_think(engine, &game, &limits, NULL, NULL, NULL)
                                     : moves[rng_below(&rng, count)]);
        }
        assert_int_equal(game_outcome(&game).result, result_win_for(winner));
        assert_true(game.count <= (size_t)race.plies);
        game_release(&game);
    }
    engine_free(engine);
}

static void a_won_race_is_won(void **state) {
    (void)state;
    check_race_is_won(&ENGINE_IMMURE);
    check_race_is_won(&ENGINE_ALPHABETA);
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

// Without the memory and the time that an engine takes to be made.
static void options_are_checked_before_an_engine_is_made(void **state) {
    (void)state;
    static const struct {
        const char *kind;
        const char *settings;
        int memory_mb;
        const char *reason; // null: none
    } CASES[] = {
        {"immure", "width=8,first=0.5", 200, NULL},
        {"alphabeta", "", 1, NULL},
        {"random", NULL, 1, NULL},
        {"deep blue", NULL, 200, "unknown engine 'deep blue': see immure bot --help"},
        {"kloetzer", NULL, 200, "engine kloetzer plays only amazons"},
        {"alphabeta", "width=8,foo=1", 200,
            "the engine has no setting 'foo', but width, width_add, futility, reduction"},
        {"greedy", "foo", 200, "the engine has no setting 'foo', but none at all"},
        {"immure", "first=2", 200, "setting first takes a number from 0 to 1, not '2'"},
        {"immure", "width=8.0", 200, NULL},
        {"immure", "width=8.5", 200,
            "setting width takes a whole number from 1 to 4900, not '8.5'"},
        {"immure", NULL, 0, "1 threads need at least 1 MB of memory"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        EngineOptions options = {.rules = rules_find(slice_from("quoridor")),
            .thread_count = 1,
            .memory_mb = CASES[i].memory_mb,
            .settings = CASES[i].settings};
        Error error = {0};
        bool is_good = engine_check(slice_from(CASES[i].kind), &options, &error);
        assert_string_equal(error.text, CASES[i].reason ? CASES[i].reason : "");
        assert_int_equal(is_good, !CASES[i].reason);
        if (!is_good) {
            assert_null(engine_new(slice_from(CASES[i].kind), &options, &error));
            assert_string_equal(error.text, CASES[i].reason);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_and_nodes_play_the_same_game),
        cmocka_unit_test(a_megabyte_is_enough_to_play),
        cmocka_unit_test(slices_find_what_one_search_finds),
        cmocka_unit_test(a_won_race_is_won),
        cmocka_unit_test(unknown_engines_are_refused),
        cmocka_unit_test(options_are_checked_before_an_engine_is_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
