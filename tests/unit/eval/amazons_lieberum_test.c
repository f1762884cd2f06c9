// Lieberum's evaluation: its terms against the slow twin over random games, the CPU levels against
// each other, and what must hold of the values whatever the weights are.

#include "unit/eval/amazons_eval_support.h"

#include <math.h>

#include "eval/amazons/lieberum.h"
#include "twin/amazons_eval_twin.h"
#include "unit/support/cpu_levels.h"

static const Evaluator *best_evaluator(void) {
    return lieberum_evaluator(cpu_level());
}

static LieberumTerms terms_of(const Position *pos, CpuLevel level) {
    typedef void Terms(const Position *pos, LieberumTerms *out);
#define TERMS(level) LEVEL_JOIN(lieberum_terms, level)
    static Terms *const functions[CPU_LEVEL_COUNT] = LEVEL_TABLE(TERMS);
    LieberumTerms terms;
    functions[level](pos, &terms);
    return terms;
}

static void assert_term(int term, int unit, double squares) {
    assert_int_equal(term, lround(squares * unit));
    assert_true(fabs(term - squares * unit) < 1e-6);
}

static void compare_with_the_twin(const Position *pos, const Move *moves, size_t count) {
    (void)moves;
    (void)count;
    AmazonsTwin twin = twin_of(pos);
    AmazonsTwinTerms slow;
    amazons_twin_terms(&twin, &slow);
    for (CpuLevel level = CPU_BASE; level < CPU_LEVEL_COUNT; level++) {
        if (cpu_has(level)) {
            LieberumTerms fast = terms_of(pos, level);
            assert_term(fast.t1, LIEBERUM_T_UNIT, slow.t1);
            assert_term(fast.t2, LIEBERUM_T_UNIT, slow.t2);
            assert_term(fast.c1, LIEBERUM_C1_UNIT, slow.c1);
            assert_term(fast.c2, LIEBERUM_C2_UNIT, slow.c2);
            assert_term(fast.w, LIEBERUM_W_UNIT, slow.w);
            assert_term(fast.mobility, LIEBERUM_MOBILITY_UNIT, slow.mobility);
        }
    }
}

static void terms_agree_with_the_twin(void **state) {
    (void)state;
    random_games(games_each(), compare_with_the_twin);
}

static void long_ways_agree_with_the_twin(void **state) {
    (void)state;
    for (size_t i = 0; i < LONG_WAYS_COUNT; i++) {
        Position pos = position(LONG_WAYS[i]);
        compare_with_the_twin(&pos, NULL, 0);
    }
}

static void compare_levels(const Position *pos, const Move *moves, size_t count) {
    if (count == 0) {
        return;
    }
    const Evaluator *plain = lieberum_evaluator(CPU_BASE);
    int values[2][20];
    size_t some = count < 20 ? count : 20;
    plain->move_values(plain, pos, moves, some, values[0]);
    for (CpuLevel level = CPU_V3; level < CPU_LEVEL_COUNT; level++) {
        if (cpu_has(level)) {
            const Evaluator *fast = lieberum_evaluator(level);
            assert_int_equal(plain->value(plain, pos), fast->value(fast, pos));
            fast->move_values(fast, pos, moves, some, values[1]);
            assert_memory_equal(values[0], values[1], some * sizeof **values);
        }
    }
}

static void cpu_levels_agree(void **state) {
    (void)state;
    tell_missing_levels();
    random_games(games_each(), compare_levels);
}

static void compare_symmetric(const Position *pos, const Move *moves, size_t count) {
    (void)moves;
    if (count == 0) {
        return;
    }
    const int value = best_evaluator()->value(best_evaluator(), pos);
    for (int way = 0; way < 8; way++) {
        Position other = turned_position(pos, way);
        assert_int_equal(best_evaluator()->value(best_evaluator(), &other), value);
    }
    Position swapped = swapped_position(pos);
    assert_int_equal(best_evaluator()->value(best_evaluator(), &swapped), value);
}

static void symmetric_positions_have_one_value(void **state) {
    (void)state;
    random_games(games_each(), compare_symmetric);
}

// Some of the moves, spread over all of them.
static void compare_move_values(const Position *pos, const Move *moves, size_t count) {
    Move some[30];
    int values[30];
    size_t step = count / 30 + 1;
    size_t number = 0;
    for (size_t i = 0; i < count; i += step) {
        some[number++] = moves[i];
    }
    best_evaluator()->move_values(best_evaluator(), pos, some, number, values);
    for (size_t i = 0; i < number; i++) {
        Position next;
        best_rules()->apply(pos, some[i], &next);
        bool ends = best_rules()->outcome(&next).result != RESULT_NONE;
        assert_int_equal(
            values[i], ends ? VALUE_MAX : -best_evaluator()->value(best_evaluator(), &next));
        assert_true(ends || abs(values[i]) < VALUE_MAX);
    }
}

static void a_move_is_worth_the_position_after_it(void **state) {
    (void)state;
    random_games(games_each(), compare_move_values);
}

static int filling_count;

// Squares that only one side reaches are its moves. With as many on both sides, who has to move
// runs out first.
static void check_filling(const Position *pos, const Move *moves, size_t count) {
    (void)moves;
    LieberumTerms terms = terms_of(pos, cpu_level());
    if (count == 0 || terms.w > 0) {
        return;
    }
    filling_count++;
    assert_int_equal(terms.t1, terms.t2);
    assert_int_equal(terms.mobility, 0);
    int value = best_evaluator()->value(best_evaluator(), pos);
    assert_true(terms.t1 > 0 ? value > 0 : value < 0);
    assert_true(abs(value) >= 200);
}

static void territory_decides_the_filling_phase(void **state) {
    (void)state;
    filling_count = 0;
    random_games(20 + games_each(), check_filling);
    assert_true(filling_count > 100);
    // Three squares each, then three against two. The other sides of the walls belong to nobody.
    Position even = position("qqqq3*/********/8/8/8/8/********/QQQQ3* w");
    Position more = position("qqqq2**/********/8/8/8/8/********/QQQQ3* w");
    assert_int_equal(terms_of(&even, CPU_BASE).t1, 0);
    assert_true(best_evaluator()->value(best_evaluator(), &even) < 0);
    assert_int_equal(terms_of(&more, CPU_BASE).t1, LIEBERUM_T_UNIT);
    assert_true(best_evaluator()->value(best_evaluator(), &more) > 0);
}

static void the_start_is_even_but_for_the_move(void **state) {
    (void)state;
    for (size_t i = 0; i < best_rules()->variant_count; i++) {
        Position pos;
        best_rules()->start(&pos, &best_rules()->variants[i]);
        LieberumTerms terms = terms_of(&pos, CPU_BASE);
        assert_int_equal(terms.c1, 0);
        assert_int_equal(terms.c2, 0);
        assert_int_equal(terms.mobility, 0);
        assert_true(terms.t1 > 0 && terms.t2 > 0);
        assert_in_range(abs(best_evaluator()->value(best_evaluator(), &pos)), 0, 1000);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_agree_with_the_twin),
        cmocka_unit_test(long_ways_agree_with_the_twin),
        cmocka_unit_test(cpu_levels_agree),
        cmocka_unit_test(symmetric_positions_have_one_value),
        cmocka_unit_test(a_move_is_worth_the_position_after_it),
        cmocka_unit_test(territory_decides_the_filling_phase),
        cmocka_unit_test(the_start_is_even_but_for_the_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
