// Draws by repetition in a search: found in the game and on the path, and played for.

#include "unit/search/engines_support.h"

#include "eval/simple.h"
#include "search/deadline.h"
#include "search/mcts.h"
#include "search/repetition.h"

static Game start_at(const char *variant, const char *text, const char *moves) {
    const Rules *rules = rules_find(slice_from("quoridor"));
    Position pos;
    Game game;
    assert_true(
        rules->read(slice_from(text), rules_variant(rules, slice_from(variant)), &pos, NULL));
    game_init_at(&game, rules, &pos);
    assert_true(game_play_list(&game, slice_from(moves), NOTATION_STANDARD, NULL));
    return game;
}

// Whether the last of some moves repeats a position, of which the last `depth` are a search's path.
static bool repeats(const char *variant, const char *text, const char *moves, size_t depth) {
    Game game = start_at(variant, text, moves);
    Position path[16];
    for (size_t i = 0; i <= depth; i++) {
        path[i] = game.positions[game.count - depth + i];
    }
    game.count -= depth;
    bool result = is_repetition(&game, path, depth);
    game_release(&game);
    return result;
}

static void a_second_time_counts(void **state) {
    (void)state;
    for (size_t depth = 1; depth <= 4; depth++) {
        assert_true(repeats("standard", "- e2 e8 3 3 1 0", "e3 e7 e2 e8", depth));
        assert_false(repeats("standard", "- e2 e8 3 3 1 0", "e3 e7 e2 d7", depth));
        assert_false(repeats("sjtu", "- e2 e8 3 3 1 0", "e3 e7 e2 e8", depth));
        // Before a wall nothing can be the same.
        assert_false(repeats("standard", "- e2 e8 3 3 1 0", "e3 e7 e2 e8 a1h", depth));
        assert_true(repeats("standard", "- e4 e5 3 3 1 0", "e6 e7 e5 e6 e4 e5", depth));
    }
    assert_false(repeats("standard", "- e2 e8 3 3 1 0", "e3 e7 e2", 3));
}

// The second player has seven steps to go and the first two. Only d9 repeats a position.
static Game lost_race(void) {
    return start_at("standard", "- d7 d9 0 0 1 10", "e7 e9 d7");
}

static void alphabeta_plays_for_it(void **state) {
    (void)state;
    Game game = lost_race();
    const EngineKind *kind = engine_kind_find(slice_from("plain"));
    Engine *engine = make_engine(kind, game.rules, 1, 1);
    EngineReport report = think(engine, &game, (EngineLimits){.depth = 2});
    assert_int_equal(report.score, 0);
    assert_int_equal(report.pv_count, 1);
    assert_true(game_play_text(&game, slice_from("d9"), NOTATION_STANDARD, NULL));
    assert_int_equal(report.pv[0], game.moves[game.count - 1]);
    engine_free(engine);
    game_release(&game);
}

// Over an evaluation that does not know the race exactly.
static void mcts_plays_for_it(void **state) {
    (void)state;
    Game game = lost_race();
    const MctsSettings settings = {.exploration = 0.5f,
        .temperature = 0.5f,
        .width = MOVES_MAX,
        .softness = 0.3f,
        .minimax = 0.5f};
    const atomic_bool stop = false;
    const Thinking thinking = {
        .game = &game, .limits = {.nodes = 300}, .stop_ns = DEADLINE_NEVER, .stop = &stop};
    Mcts *mcts = mcts_new(simple_evaluator(game.rules), &settings, 1, 4 << 20);
    assert_non_null(mcts);
    EngineReport report;
    mcts_search(mcts, &thinking, &report);
    assert_in_range(report.score + 5, 0, 10);
    assert_true(game_play_text(&game, slice_from("d9"), NOTATION_STANDARD, NULL));
    assert_int_equal(report.pv[0], game.moves[game.count - 1]);
    mcts_free(mcts);
    game_release(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_second_time_counts),
        cmocka_unit_test(alphabeta_plays_for_it),
        cmocka_unit_test(mcts_plays_for_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
