// Progressive widening: a node that is visited often looks at all its moves, and every root does.

#include "unit/search/engines_support.h"

#include <math.h>

#include "base/portable_math.h"

// From a lost game of Quoridor. After e3h the refutation e2v is not among the best 64 replies by
// evaluation: a search that never looks at it gives the first player 90 % where 37 % are right.
#define BLIND_SPOT "c4v g2v e2 e8 c5h a1h e3 e7 e4 e6 h3h a5h f2h e5 e6 e4 d2h b1v d6 d6h c7v b6h"
#define NODES 14000

// Nine more, by the same search with fewer moves at first (NARROW), from fast games in which it was
// never widened, and the ply before that one: its win probability is wrong by an eighth and more.
// `wanted` is the move that it wants.
typedef struct BlindSpot {
    const char *game;
    const char *moves;
    const char *wanted;
} BlindSpot;

static const BlindSpot BLIND_SPOTS[] = {
    {"quoridor", "h7v b8v e7v a3v e2 e8 e3 e7 d6h d7 e4 c7 b6h e4v d4 b7 a7v b8 d5 b9 a4h a9",
        "c4h"},
    {"quoridor",
        "c6h d7h h3h a7h e6v f9 e2 f8 e3 e3h d3 c3h f2h f7 h2h g7 d2h g6 f5h h6 h5h c2v b6v d5h e3 "
        "h7 f3 h8 g3 g8 g4 f8 g5",
        "b8v"},
    {"quoridor", "h5h g8h b4v f6v e2 e8 e3 e7 e4 e6 e3h e6h c3h c6h a3h b6v f4 f4h g3h", "e5"},
    {"quoridor",
        "e5h g4h e2 e8 e3 d8 e4 d4v e3 d2v a1h e8 e2 f8 e1 g8 f1 h8 e1 g8 e2 g7 h3h h7h f6h f7 d6h "
        "e7 e1 d7 c7v a8h d1 d8 d8h d1h c1 e8 h6h f8 f8h",
        "b2v"},
    {"amazons",
        "a3-b4/h4 c8-a8/h1 f1-f7/b7 a8-c8/c2 b4-b5/a5 h6-d2/d1 h3-e3/b6 f8-g7/b2 e3-g3/b8 c8-e6/a2 "
        "b5-c4/b5 d2-e3/d2 f7-e8/h8 e6-d6/a3 e8-e7/c7 g7-f7/e6 g3-f3/f2 f7-g6/g2 e7-f7/d7 e3-d3/b3 "
        "f3-e2/g4 d6-f4/f3 c4-d4/c4 g6-g7/g8 d4-c5/d4 g7-f6/g6 f7-f8/d8",
        "f6-g7/f6"},
    {"quoridor",
        "b5v f9 b8v f8 e2 f7 e3 f6 e4 d6h d3h e6 f3h f6h b3h d6 h3h a8h a4v c6 b6h h6h c4h c8h e4h "
        "d6 d4 e6 c4 f6 b4 g6 b5 g5 b6 e8h a6 g4 a7 f4 b7 e4 c7 d4 d7 c4 e7",
        "g7h"},
    {"quoridor",
        "g4h f4v a3h h5h a4v e8 e2 e7 d6h f7 f6h e3h e1 e7 e2 d7 d2 c7 b6h f2v e2 c8 e1 b8 a6v c8 "
        "f1 d8",
        "g7v"},
    {"quoridor", "b5v b3v a8v h7h e2h g6h e2 e8 d7v c6h f2 e7 e6h f7", "c2h"},
    {"quoridor", "c4v g2v e2 e8 c5h a1h e3 e7 e4 e6 h3h a5h f2h e5 e6 e4 d2h b1v d6 d6h c7v",
        "c8h"},
};

// The last plies of a game, and nodes for each.
#define GAME_NODES 6000
#ifdef __SANITIZE_ADDRESS__
#define GAME_PLIES 2
#define SPOT_COUNT 2
#else
#define GAME_PLIES 5
#define SPOT_COUNT (sizeof BLIND_SPOTS / sizeof *BLIND_SPOTS)
#endif

#define NARROW "width=10,replies=0"
#define NARROW_NODES 1800

static Engine *make_immure(const Rules *rules, const char *settings, int threads) {
    EngineOptions options = {
        .rules = rules, .thread_count = threads, .memory_mb = 256, .seed = 1, .settings = settings};
    Engine *engine = engine_new(slice_from("immure"), &options, NULL);
    assert_non_null(engine);
    return engine;
}

static Game play(const char *name, const char *moves) {
    const Rules *rules = rules_find(slice_from(name));
    Game game;
    game_init(&game, rules, &rules->variants[0]);
    assert_true(game_play_list(&game, slice_from(moves), NOTATION_STANDARD, NULL));
    return game;
}

static float win_probability(int score) {
    return 1.0f / (1.0f + portable_exp(-(float)score / 100.0f));
}

static float think_about(Engine *engine, const Game *game, uint64_t nodes) {
    return win_probability(think(engine, game, (EngineLimits){.nodes = nodes}).score);
}

static float think_anew(const Game *game, const char *settings, uint64_t nodes) {
    Engine *engine = make_immure(game->rules, settings, 1);
    const float found = think_about(engine, game, nodes);
    engine_free(engine);
    return found;
}

static void a_refutation_that_looks_bad_is_seen(void **state) {
    (void)state;
    Game game = play("quoridor", BLIND_SPOT);
    for (int threads = 1; threads <= 2; threads++) {
        Engine *engine = make_immure(game.rules, NULL, threads);
        float seeing = think_about(engine, &game, NODES);
        print_message("# %d threads: %.3f\n", threads, (double)seeing);
        assert_true(seeing < 0.5f);
        engine_free(engine);
    }
    // The position still asks what it was kept for.
    Engine *blind = make_immure(game.rules, "widen=0", 1);
    assert_true(think_about(blind, &game, NODES) > 0.7f);
    engine_free(blind);
    game_release(&game);
}

static void fresh_and_inherited_roots_agree(void **state) {
    (void)state;
    Game game = play("quoridor", BLIND_SPOT);
    Engine *fresh = make_immure(game.rules, NULL, 1);
    Engine *inherited = make_immure(game.rules, NULL, 1);
    think_about(inherited, &game, NODES);
    assert_true(game_play_text(&game, slice_from("e3h"), NOTATION_STANDARD, NULL));
    float a = think_about(fresh, &game, NODES);
    float b = think_about(inherited, &game, NODES);
    print_message("# fresh %.3f, inherited %.3f\n", (double)a, (double)b);
    assert_true(a - b < 0.05f && b - a < 0.05f);
    engine_free(fresh);
    engine_free(inherited);
    game_release(&game);
}

// With few moves at first, the search finds what one of all moves at every node finds, and one that
// never widens does not; and its root after the move that is wanted then, inherited from that
// search, says the same as a fresh one.
static void narrow_searches_see_refutations(void **state) {
    (void)state;
    for (size_t i = 0; i < SPOT_COUNT; i++) {
        const BlindSpot *spot = &BLIND_SPOTS[i];
        Game game = play(spot->game, spot->moves);
        Engine *engine = make_immure(game.rules, NARROW ",widen=80", 1);
        const float blind = think_anew(&game, NARROW ",widen=0", NARROW_NODES);
        const float all = think_anew(&game, "width=4900,replies=0", NARROW_NODES);
        const float seeing = think_about(engine, &game, NARROW_NODES);
        assert_true(game_play_text(&game, slice_from(spot->wanted), NOTATION_STANDARD, NULL));
        const float inherited = think_about(engine, &game, NARROW_NODES);
        const float fresh = think_anew(&game, NARROW ",widen=80", NARROW_NODES);
        print_message("# never widened %.3f, widened %.3f, all moves %.3f; then inherited %.3f, "
                      "fresh %.3f\n",
            (double)blind, (double)seeing, (double)all, (double)inherited, (double)fresh);
        assert_true(fabsf(seeing - all) < 0.1f && fabsf(blind - all) > 0.12f);
        assert_true(fabsf(inherited - fresh) < 0.1f);
        engine_free(engine);
        game_release(&game);
    }
}

// An analysis of a game goes from position to position with one tree; each of them alone says the
// same. So it does around the move that a search without widening misjudges.
static void a_game_and_its_positions_agree(void **state) {
    (void)state;
    Game whole = play("quoridor", BLIND_SPOT " e3h e2v");
    const Rules *rules = whole.rules;
    Engine *engine = make_immure(rules, NULL, 1);
    Game game;
    game_init(&game, rules, whole.positions[0].variant);
    for (size_t ply = 0; ply <= whole.count; ply++) {
        if (ply + GAME_PLIES > whole.count) {
            const float inherited = think_about(engine, &game, GAME_NODES);
            const float alone = think_anew(&game, NULL, GAME_NODES);
            print_message(
                "# ply %zu: %.3f in the game, %.3f alone\n", ply, (double)inherited, (double)alone);
            assert_true(fabsf(inherited - alone) < 0.1f);
        }
        if (ply < whole.count) {
            game_play(&game, whole.moves[ply]);
        }
    }
    game_release(&game);
    game_release(&whole);
    engine_free(engine);
}

// However a root came to be, all its moves are there.
static void every_root_has_all_moves(void **state) {
    (void)state;
    for (size_t i = 0; i < rules_count(); i++) {
        const Rules *rules = rules_at(i);
        Engine *engine = make_immure(rules, "width=8", 1);
        check_roots_have_all_moves(engine, rules, 6, 50);
        engine_free(engine);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refutation_that_looks_bad_is_seen),
        cmocka_unit_test(fresh_and_inherited_roots_agree),
        cmocka_unit_test(narrow_searches_see_refutations),
        cmocka_unit_test(a_game_and_its_positions_agree),
        cmocka_unit_test(every_root_has_all_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
