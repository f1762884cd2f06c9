// What MCTS proves is the truth: against minimax, a few plies before the cap of plies ends a race.
//
// The evaluation says the opposite of what looks good, so that a node that keeps only its best few
// moves keeps the wrong ones, and knows nothing exactly.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "eval/simple.h"
#include "search/mcts_parts.h"
#include "twin/minimax_twin.h"

#define POSITIONS 300
#define NODES 20000

static void contrary_move_values(
    const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *values) {
    (void)self;
    const Evaluator *simple = simple_evaluator(rules_find(slice_from("quoridor")));
    simple->move_values(simple, pos, moves, count, values);
    for (size_t i = 0; i < count; i++) {
        bool is_end = values[i] >= VALUE_MAX || values[i] <= -VALUE_MAX;
        values[i] = is_end ? values[i] : -values[i];
    }
}

static const Evaluator CONTRARY = {
    .name = "contrary", .game = "quoridor", .move_values = contrary_move_values};

// Pawns anywhere on an open board, no walls in hand, one to four plies before the draw.
static Position random_race(const Rules *rules, Rng *rng) {
    Position pos;
    rules->start(&pos, rules_variant(rules, slice_from("sjtu")));
    do {
        for (EACH_SIDE(side)) {
            pos.quoridor.pawn[side] = (uint8_t)rng_below(rng, 81);
            pos.quoridor.walls_left[side] = 0;
        }
        pos.turn = (uint8_t)rng_below(rng, 2);
        pos.ply = (uint16_t)(99 - rng_below(rng, 4));
    } while (pos.quoridor.pawn[SIDE_FIRST] == pos.quoridor.pawn[SIDE_SECOND] ||
             rules->outcome(&pos).result != RESULT_NONE);
    return pos;
}

static int sign(int number) {
    return (number > 0) - (number < 0);
}

// Searches random races with nodes that keep `width` moves until they are widened, checks every
// proof, and the move that goes with it. Counts the proofs by result.
static void check_proofs(int width, int widen, int counts[3]) {
    const Rules *rules = rules_find(slice_from("quoridor"));
    const MctsSettings settings = {
        .exploration = 0.5f, .temperature = 0.5f, .width = width, .widen = widen, .softness = 0.3f};
    const atomic_bool stop = false;
    Rng rng;
    rng_init(&rng, 1);
    for (int i = 0; i < POSITIONS; i++) {
        const Position pos = random_race(rules, &rng);
        const int result = minimax_result(rules, &pos, 4);
        Game game;
        game_init_at(&game, rules, &pos);
        const Thinking thinking = {
            .game = &game, .limits = {.nodes = NODES}, .stop_ns = DEADLINE_NEVER, .stop = &stop};
        EngineReport report;
        Mcts *mcts = mcts_new(&CONTRARY, &settings, 1, 4 << 20);
        assert_non_null(mcts);
        mcts_search(mcts, &thinking, &report);
        if (report.is_proven) {
            counts[1 + result]++;
            assert_int_equal(sign(report.score), result);
            game_play(&game, report.pv[0]);
            assert_int_equal(-minimax_result(rules, game_position(&game), 4), result);
        }
        mcts_free(mcts);
        game_release(&game);
    }
}

static void everything_is_proven_where_no_move_is_left_out(void **state) {
    (void)state;
    int counts[3] = {0};
    check_proofs(MOVES_MAX, 0, counts);
    print_message("# %d lost, %d drawn, %d won\n", counts[0], counts[1], counts[2]);
    assert_int_equal(counts[0] + counts[1] + counts[2], POSITIONS);
    for (int i = 0; i < 3; i++) {
        assert_true(counts[i] > 0);
    }
}

// A win needs one good move. A loss or a draw needs all moves of a node.
static void moves_that_were_left_out_prove_nothing(void **state) {
    (void)state;
    int counts[3] = {0};
    check_proofs(1, 0, counts);
    print_message("# %d lost, %d drawn, %d won\n", counts[0], counts[1], counts[2]);
    assert_true(counts[2] > 0);
    assert_true(counts[0] + counts[1] + counts[2] < POSITIONS);
}

static void widened_nodes_prove_everything_again(void **state) {
    (void)state;
    int counts[3] = {0};
    check_proofs(1, 3, counts);
    assert_int_equal(counts[0] + counts[1] + counts[2], POSITIONS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_proven_where_no_move_is_left_out),
        cmocka_unit_test(moves_that_were_left_out_prove_nothing),
        cmocka_unit_test(widened_nodes_prove_everything_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
