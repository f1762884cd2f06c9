// Random moves against the rules, and the two engines that are built on them: lorentz, kloetzer.
//
// All searches but one are limited by playouts, so what is found does not depend on the machine.

#include "unit/rules/amazons_support.h"

#include <string.h>

#include "eval/evaluator.h"
#include "rules/amazons/board.h"
#include "search/engine.h"
#include "search/playouts.h"
#include "search/uct.h"

static const char *const NAMES[] = {"lorentz", "kloetzer"};
#define NAMES_COUNT (sizeof NAMES / sizeof NAMES[0])

static Engine *make(const char *name, int memory_mb) {
    EngineOptions options = {
        .rules = best_rules(), .thread_count = 1, .memory_mb = memory_mb, .seed = 2008};
    Error error = {0};
    Engine *engine = engine_new(slice_from(name), &options, &error);
    if (!engine) {
        fail_msg("%s", error.text);
    }
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

// Thinks about a position and checks that what comes out is a legal line.
static EngineReport think_at(Engine *engine, const Position *pos, uint64_t nodes) {
    Game game;
    EngineReport report;
    EngineLimits limits = {.nodes = nodes};
    game_init_at(&game, best_rules(), pos);
    engine_think(engine, &game, &limits, NULL, NULL, &report);
    for (size_t i = 0; i < report.pv_count; i++) {
        assert_true(is_legal(&game, report.pv[i]));
        game_play(&game, report.pv[i]);
    }
    game_release(&game);
    return report;
}

// Random moves

// The moves that follow from the rays must be those of the rules.
static void compare_rays(const Position *pos, const Move *moves, size_t count) {
    static Rays rays;
    static Bits128 arrows[128][128]; // by from and to
    memset(arrows, 0, sizeof arrows);
    rays_init(&rays, pos->variant->size);
    for (size_t i = 0; i < count; i++) {
        arrows[amazons_move_from(moves[i])][amazons_move_to(moves[i])] |=
            bits128_bit(amazons_move_arrow(moves[i]));
    }
    Bits128 empty = amazons_empty(pos);
    Bits128 movers = pos->amazons.amazons[pos->turn];
    while (movers) {
        int from = bits128_pop(&movers);
        Bits128 targets = rays_reach(&rays, empty, from);
        for (int to = 0; to < 128; to++) {
            Bits128 found = 0;
            if (targets & bits128_bit(to)) {
                found = rays_arrows(&rays, empty, from, to);
            }
            assert_true(found == arrows[from][to]);
        }
    }
}

static void rays_give_the_moves_of_the_rules(void **state) {
    (void)state;
    random_games(2, compare_rays);
}

// Only the amazon on b1 can move.
static void every_move_can_come_up(void **state) {
    (void)state;
    Position pos = position("qqqq2/6/6/******/*****Q/1Q1*QQ w");
    Move moves[MOVES_MAX];
    int seen[4] = {0};
    Rays rays;
    Rng rng;
    rays_init(&rays, 6);
    rng_init(&rng, 1);
    assert_int_equal(best_rules()->moves(&pos, moves), 4);
    for (int i = 0; i < 400; i++) {
        Move move = playout_random_move(&rays, &pos, &rng);
        for (int j = 0; j < 4; j++) {
            seen[j] += move == moves[j];
        }
    }
    assert_int_equal(seen[0] + seen[1] + seen[2] + seen[3], 400);
    for (int j = 0; j < 4; j++) {
        assert_true(seen[j] > 50);
    }
}

// A playout is playout_random_move and the rules, only faster; it says when the game has ended.
static void playouts_keep_to_the_rules(void **state) {
    (void)state;
    const Rules *rules = best_rules();
    static Rays rays;
    for (size_t v = 0; v < rules->variant_count; v++) {
        rays_init(&rays, rules->variants[v].size);
        for (int plies = 0; plies < 110; plies++) {
            Rng fast_rng;
            rng_init(&fast_rng, (uint64_t)plies);
            Rng slow_rng = fast_rng;
            Position fast;
            rules->start(&fast, &rules->variants[v]);
            Position slow = fast;
            bool goes_on = playout_run(&rays, &fast, plies, &fast_rng);
            Move move = MOVE_NONE;
            for (int i = 0; i < plies && (move = playout_random_move(&rays, &slow, &slow_rng));
                 i++) {
                rules->apply(&slow, move, &slow);
            }
            assert_memory_equal(&fast.amazons, &slow.amazons, sizeof fast.amazons);
            assert_int_equal(fast.ply, slow.ply);
            assert_int_equal(fast.turn, slow.turn);
            assert_int_equal(goes_on, rules->outcome(&slow).result == RESULT_NONE);
        }
    }
}

// The engines

// White wins at once by f6-e6 or by f5 with an arrow on e6, among hundreds of moves that do not.
static void a_move_that_ends_the_game_is_taken(void **state) {
    (void)state;
    Position pos = position("qqqq1Q/*****1/******/6/Q1Q1Q1/6 w");
    for (size_t i = 0; i < NAMES_COUNT; i++) {
        Engine *engine = make(NAMES[i], 4);
        EngineReport report = think_at(engine, &pos, 1);
        Position next;
        best_rules()->apply(&pos, report.pv[0], &next);
        assert_int_equal(best_rules()->outcome(&next).result, RESULT_FIRST_WINS);
        engine_free(engine);
    }
}

// How many moves win, by trying everything.
static size_t winning_moves(const Position *pos, size_t enough) {
    Move moves[MOVES_MAX];
    size_t count = best_rules()->moves(pos, moves);
    size_t winning = 0;
    for (size_t i = 0; i < count && winning < enough; i++) {
        Position next;
        best_rules()->apply(pos, moves[i], &next);
        winning += winning_moves(&next, 1) == 0;
    }
    return winning;
}

// What an engine claims to have proven, and the first move of a proven win, must be right.
static bool is_proof_right(Engine *engine, const Position *pos, size_t *proven) {
    EngineReport report = think_at(engine, pos, 4000);
    bool claims_win = report.score == UCT_SCORE_WIN;
    if (!claims_win && report.score != -UCT_SCORE_WIN) {
        return true;
    }
    ++*proven;
    Position next;
    best_rules()->apply(pos, report.pv[0], &next);
    bool is_won = winning_moves(pos, 1) > 0;
    return claims_win == is_won && (!claims_win || winning_moves(&next, 1) == 0);
}

static void proofs_are_right(void **state) {
    (void)state;
    const Rules *rules = best_rules();
    Engine *engines[] = {make(NAMES[0], 4), make(NAMES[1], 4)};
    size_t proven[] = {0, 0};
    Rays rays;
    Rng rng;
    rays_init(&rays, 6);
    rng_init(&rng, 7);
    for (int game = 0; game < 300; game++) {
        Position pos;
        rules->start(&pos, rules_variant(rules, slice_from("6x6")));
        // 28 squares are empty at the start: eight are left. Easy wins would hide false proofs.
        if (!playout_run(&rays, &pos, 20, &rng) || winning_moves(&pos, 4) == 4) {
            continue;
        }
        assert_true(is_proof_right(engines[0], &pos, &proven[0]));
        assert_true(is_proof_right(engines[1], &pos, &proven[1]));
    }
    for (size_t i = 0; i < NAMES_COUNT; i++) {
        assert_true(proven[i] >= 10);
        engine_free(engines[i]);
    }
}

static void the_same_question_gets_the_same_answer(void **state) {
    (void)state;
    for (size_t i = 0; i < NAMES_COUNT; i++) {
        Engine *engine = make(NAMES[i], 16);
        Engine *other = make(NAMES[i], 16);
        for (size_t v = 0; v < best_rules()->variant_count; v++) {
            Position pos;
            best_rules()->start(&pos, &best_rules()->variants[v]);
            EngineReport first = think_at(engine, &pos, 2000);
            EngineReport again = think_at(engine, &pos, 2000);
            EngineReport others = think_at(other, &pos, 2000);
            assert_int_equal(first.nodes, 2000);
            assert_int_equal(first.pv_count, again.pv_count);
            assert_int_equal(first.pv_count, others.pv_count);
            assert_int_equal(first.score, again.score);
            assert_int_equal(first.score, others.score);
            assert_memory_equal(first.pv, again.pv, first.pv_count * sizeof first.pv[0]);
            assert_memory_equal(first.pv, others.pv, first.pv_count * sizeof first.pv[0]);
        }
        engine_free(engine);
        engine_free(other);
    }
}

// One game on 8x8; true if the engine wins.
static bool wins_against_random(Engine *engine, Side side, Rng *rng) {
    const Rules *rules = best_rules();
    Rays rays;
    Position pos;
    rays_init(&rays, 8);
    rules->start(&pos, amazons_variant(8));
    while (rules->outcome(&pos).result == RESULT_NONE) {
        Move move = position_turn(&pos) == side ? think_at(engine, &pos, 150).pv[0]
                                                : playout_random_move(&rays, &pos, rng);
        rules->apply(&pos, move, &pos);
    }
    return rules->outcome(&pos).result == result_win_for(side);
}

static void random_play_is_beaten(void **state) {
    (void)state;
    for (size_t i = 0; i < NAMES_COUNT; i++) {
        Engine *engine = make(NAMES[i], 16);
        Rng rng;
        int wins = 0;
        rng_init(&rng, 3);
        for (int game = 0; game < 10; game++) {
            wins += wins_against_random(engine, game % 2 ? SIDE_FIRST : SIDE_SECOND, &rng);
        }
        assert_true(wins >= 9);
        engine_free(engine);
    }
}

// With a megabyte the tree is full long before the playouts are done.
static void a_full_tree_still_searches(void **state) {
    (void)state;
    for (size_t i = 0; i < NAMES_COUNT; i++) {
        Engine *engine = make(NAMES[i], 1);
        Position pos;
        best_rules()->start(&pos, amazons_variant(10));
        assert_int_equal(think_at(engine, &pos, 40000).nodes, 40000);
        engine_free(engine);
    }
}

static void too_little_memory_is_said(void **state) {
    (void)state;
    for (size_t i = 0; i < NAMES_COUNT; i++) {
        EngineOptions options = {.rules = best_rules(), .thread_count = 1, .memory_mb = 0};
        Error error = {0};
        assert_null(engine_new(slice_from(NAMES[i]), &options, &error));
        assert_non_null(strstr(error.text, "memory"));
    }
}

// A stop ends an endless search before it has done much, and a time limit ends it too. How early
// depends on how late a look at the clock may come, which is the machine's affair.
static void stops_and_time_limits_are_kept(void **state) {
    (void)state;
    Game game;
    game_init(&game, best_rules(), amazons_variant(10));
    for (size_t i = 0; i < NAMES_COUNT; i++) {
        Engine *engine = make(NAMES[i], 4);
        EngineReport report;
        engine_stop(engine);
        engine_think(engine, &game, &(EngineLimits){0}, NULL, NULL, &report);
        assert_true(report.nodes <= 16);
        assert_true(is_legal(&game, report.pv[0]));
        engine_clear_stop(engine);
        engine_think(engine, &game, &(EngineLimits){.time_ms = 20}, NULL, NULL, &report);
        assert_true(report.nodes > 0);
        engine_free(engine);
    }
    game_release(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_give_the_moves_of_the_rules),
        cmocka_unit_test(every_move_can_come_up),
        cmocka_unit_test(playouts_keep_to_the_rules),
        cmocka_unit_test(a_move_that_ends_the_game_is_taken),
        cmocka_unit_test(proofs_are_right),
        cmocka_unit_test(the_same_question_gets_the_same_answer),
        cmocka_unit_test(random_play_is_beaten),
        cmocka_unit_test(a_full_tree_still_searches),
        cmocka_unit_test(too_little_memory_is_said),
        cmocka_unit_test(stops_and_time_limits_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
