// Progressive widening: a node that is visited often looks at all its moves, and every root does.

#include "unit/search/engines_support.h"

#include "base/portable_math.h"

// From a lost game of Quoridor. After e3h the refutation e2v is not among the best 64 replies by
// evaluation: a search that never looks at it gives the first player 90 % where 37 % are right.
#define BLIND_SPOT "c4v g2v e2 e8 c5h a1h e3 e7 e4 e6 h3h a5h f2h e5 e6 e4 d2h b1v d6 d6h c7v b6h"
#define NODES 20000

static Engine *make_immure(const Rules *rules, const char *settings, int threads) {
    EngineOptions options = {
        .rules = rules, .thread_count = threads, .memory_mb = 256, .seed = 1, .settings = settings};
    Engine *engine = engine_new(slice_from("immure"), &options, NULL);
    assert_non_null(engine);
    return engine;
}

static Game play(const char *moves) {
    const Rules *rules = rules_find(slice_from("quoridor"));
    Game game;
    game_init(&game, rules, &rules->variants[0]);
    assert_true(game_play_list(&game, slice_from(moves), NOTATION_STANDARD, NULL));
    return game;
}

static float win_probability(int score) {
    return 1.0f / (1.0f + portable_exp(-(float)score / 100.0f));
}

static float think_about(Engine *engine, const Game *game) {
    return win_probability(think(engine, game, (EngineLimits){.nodes = NODES}).score);
}

static void a_refutation_that_looks_bad_is_seen(void **state) {
    (void)state;
    Game game = play(BLIND_SPOT);
    for (int threads = 1; threads <= 2; threads++) {
        Engine *engine = make_immure(game.rules, NULL, threads);
        float seeing = think_about(engine, &game);
        print_message("# %d threads: %.3f\n", threads, (double)seeing);
        assert_true(seeing < 0.5f);
        engine_free(engine);
    }
    // The position still asks what it was kept for.
    Engine *blind = make_immure(game.rules, "widen=0", 1);
    assert_true(think_about(blind, &game) > 0.7f);
    engine_free(blind);
    game_release(&game);
}

static void fresh_and_inherited_roots_agree(void **state) {
    (void)state;
    Game game = play(BLIND_SPOT);
    Engine *fresh = make_immure(game.rules, NULL, 1);
    Engine *inherited = make_immure(game.rules, NULL, 1);
    think_about(inherited, &game);
    assert_true(game_play_text(&game, slice_from("e3h"), NOTATION_STANDARD, NULL));
    float a = think_about(fresh, &game);
    float b = think_about(inherited, &game);
    print_message("# fresh %.3f, inherited %.3f\n", (double)a, (double)b);
    assert_true(a - b < 0.05f && b - a < 0.05f);
    engine_free(fresh);
    engine_free(inherited);
    game_release(&game);
}

// However a root came to be, all its moves are there.
static void every_root_has_all_moves(void **state) {
    (void)state;
    for (size_t i = 0; i < rules_count(); i++) {
        const Rules *rules = rules_at(i);
        Engine *engine = make_immure(rules, "width=8", 1);
        Game game;
        game_init(&game, rules, &rules->variants[0]);
        for (int ply = 0; ply < 6; ply++) {
            Move moves[MOVES_MAX];
            EngineReport lines[ENGINE_LINES_MAX];
            Move move = think(engine, &game, (EngineLimits){.nodes = 50}).pv[0];
            size_t count = game_moves(&game, moves);
            assert_int_equal(engine_lines(engine, ENGINE_LINES_MAX, lines),
                count < ENGINE_LINES_MAX ? count : ENGINE_LINES_MAX);
            game_play(&game, move);
        }
        game_release(&game);
        engine_free(engine);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refutation_that_looks_bad_is_seen),
        cmocka_unit_test(fresh_and_inherited_roots_agree),
        cmocka_unit_test(every_root_has_all_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
