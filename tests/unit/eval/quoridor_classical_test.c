// The classical evaluation of Quoridor: its terms against a slow search, its values against its own
// promises (symmetry, levels, moves), over positions of random games.

#include "unit/eval/quoridor_eval_support.h"

#include "eval/quoridor/classical.h"
#include "eval/quoridor/finish.h"

#define FAR 1000

static const Evaluator *best_evaluator(void) {
    return classical_evaluator(cpu_level());
}

static Position read_position(const char *variant, const char *text) {
    const Rules *rules = best_rules();
    Position pos;
    assert_true(
        rules->read(slice_from(text), rules_variant(rules, slice_from(variant)), &pos, NULL));
    return pos;
}

static int value_of(const char *variant, const char *text) {
    Position pos = read_position(variant, text);
    return best_evaluator()->value(best_evaluator(), &pos);
}

static bool has_bit(uint64_t set, int column, int row) {
    return column >= 0 && row >= 0 && column < QUORIDOR_SLOT_SIZE && row < QUORIDOR_SLOT_SIZE &&
           (set >> quoridor_slot(column, row) & 1);
}

// Whether a pawn can step in a direction, by the walls alone.
static bool can_step(const QuoridorPosition *board, int square, int right, int up) {
    int column = quoridor_column(square);
    int row = quoridor_row(square);
    int next_column = column + right;
    int next_row = row + up;
    if (next_column < 0 || next_row < 0 || next_column >= QUORIDOR_SIZE ||
        next_row >= QUORIDOR_SIZE) {
        return false;
    }
    int low_column = column < next_column ? column : next_column;
    int low_row = row < next_row ? row : next_row;
    return right == 0 ? !has_bit(board->horizontal, column, low_row) &&
                            !has_bit(board->horizontal, column - 1, low_row)
                      : !has_bit(board->vertical, low_column, row) &&
                            !has_bit(board->vertical, low_column, row - 1);
}

// Distances from all squares that start at 0, until nothing changes.
static void relax(const QuoridorPosition *board, int distance[QUORIDOR_SQUARES]) {
    static const int RIGHT[] = {1, -1, 0, 0};
    static const int UP[] = {0, 0, 1, -1};
    for (bool is_changing = true; is_changing;) {
        is_changing = false;
        for (int square = 0; square < QUORIDOR_SQUARES; square++) {
            for (int i = 0; i < 4; i++) {
                int next = square + quoridor_square(RIGHT[i], UP[i]);
                if (can_step(board, square, RIGHT[i], UP[i]) &&
                    distance[next] > distance[square] + 1) {
                    distance[next] = distance[square] + 1;
                    is_changing = true;
                }
            }
        }
    }
}

static int slow_length(const QuoridorPosition *board, Side side) {
    int to_goal[QUORIDOR_SQUARES];
    for (int square = 0; square < QUORIDOR_SQUARES; square++) {
        to_goal[square] = quoridor_is_goal(side, square) ? 0 : FAR;
    }
    relax(board, to_goal);
    return to_goal[board->pawn[side]];
}

// The first player walks north until it meets the second or something else; 0 if not the second.
static int slow_facing(const QuoridorPosition *board) {
    int square = board->pawn[SIDE_FIRST];
    int steps = 0;
    while (can_step(board, square, 0, 1)) {
        square += QUORIDOR_SIZE;
        steps++;
        if (square == board->pawn[SIDE_SECOND]) {
            return steps % 2 ? 1 : -1;
        }
    }
    return 0;
}

static void check_terms(const Position *pos) {
    const QuoridorPosition *board = &pos->quoridor;
    ClassicalTerms terms;
    classical_terms(cpu_level(), pos, &terms);
    for (int who = 0; who < 2; who++) {
        Side side = who == 0 ? position_turn(pos) : side_other(position_turn(pos));
        assert_int_equal(terms.distance[who], slow_length(board, side));
        assert_int_equal(terms.walls[who], board->walls_left[side]);
    }
    assert_int_equal(terms.facing, slow_facing(board));
}

static void test_terms_are_what_a_slow_search_finds(void **state) {
    (void)state;
    each_position(1, random_games(), check_terms);
}

static CpuLevel compared;

static void check_level(const Position *pos) {
    const Evaluator *base = classical_evaluator(CPU_BASE);
    const Evaluator *fast = classical_evaluator(compared);
    assert_int_equal(base->value(base, pos), fast->value(fast, pos));
    Move moves[MOVES_MAX];
    int values[2][MOVES_MAX];
    size_t count = best_rules()->moves(pos, moves);
    base->move_values(base, pos, moves, count, values[0]);
    fast->move_values(fast, pos, moves, count, values[1]);
    assert_memory_equal(values[0], values[1], count * sizeof **values);
}

static void compare_level(CpuLevel level) {
    if (!cpu_has(level)) {
        skip();
    }
    compared = level;
    each_position(2, random_games(), check_level);
}

static void test_v3_agrees_with_base(void **state) {
    (void)state;
    compare_level(CPU_V3);
}

static void test_v4_agrees_with_base(void **state) {
    (void)state;
    compare_level(CPU_V4);
}

static void check_symmetry(const Position *pos) {
    int value = best_evaluator()->value(best_evaluator(), pos);
    assert_true(value > -VALUE_MAX && value < VALUE_MAX);
    for (int flips = 1; flips < 4; flips++) {
        Position mirror = reflected(pos, flips & 1, flips & 2);
        assert_int_equal(best_evaluator()->value(best_evaluator(), &mirror), value);
    }
}

static void test_mirrored_and_exchanged_boards_are_worth_the_same(void **state) {
    (void)state;
    each_position(3, random_games(), check_symmetry);
}

static void check_moves(const Position *pos) {
    const Rules *rules = best_rules();
    Move moves[MOVES_MAX];
    int values[MOVES_MAX];
    size_t count = rules->moves(pos, moves);
    best_evaluator()->move_values(best_evaluator(), pos, moves, count, values);
    for (size_t i = 0; i < count; i++) {
        Position after;
        rules->apply(pos, moves[i], &after);
        Result result = rules->outcome(&after).result;
        int expected = result == RESULT_NONE   ? -best_evaluator()->value(best_evaluator(), &after)
                       : result == RESULT_DRAW ? 0
                                               : VALUE_MAX;
        assert_int_equal(values[i], expected);
    }
}

static void test_moves_are_worth_what_they_lead_to(void **state) {
    (void)state;
    each_position(4, random_games(), check_moves);
}

//      6   . . | .        Second steps from a4 to a5. Then first, on b5 and without a wall in hand,
//         ===  |          has walls to the north, south and east, and to the west a pawn with the
//      5   * 1 | .        edge behind it.
//            ===
//      4   2 . . .
static void test_move_that_shuts_in_wins(void **state) {
    (void)state;
    Position pos = read_position("sjtu", "a5hb4hb5v b5 a4 0 1 2 10");
    Move move = quoridor_move(QUORIDOR_PAWN, quoridor_square(0, 4));
    int value;
    best_evaluator()->move_values(best_evaluator(), &pos, &move, 1, &value);
    assert_int_equal(value, VALUE_MAX);
    check_moves(&pos);
}

static void test_who_will_jump_is_ahead(void **state) {
    (void)state;
    ClassicalTerms terms;
    Position pos = read_position("standard", "- e4 e7 5 5 1 0");
    classical_terms(CPU_BASE, &pos, &terms);
    assert_int_equal(terms.facing, 1);
    pos = read_position("standard", "- e4 e8 5 5 1 0");
    classical_terms(CPU_BASE, &pos, &terms);
    assert_int_equal(terms.facing, -1);
    pos = read_position("standard", "d5h e4 e7 5 5 1 0");
    classical_terms(CPU_BASE, &pos, &terms);
    assert_int_equal(terms.facing, 0);
    pos = read_position("standard", "- e7 e4 5 5 1 0");
    classical_terms(CPU_BASE, &pos, &terms);
    assert_int_equal(terms.facing, 0);
}

// Two steps ahead of the other, but too few plies are left to arrive.
static void test_values_fade_before_the_cap(void **state) {
    (void)state;
    int early = value_of("sjtu", "- a5 i7 3 3 1 20");
    int late = value_of("sjtu", "- a5 i7 3 3 1 84");
    int too_late = value_of("sjtu", "- a5 i7 3 3 1 98");
    assert_true(early > 0 && late > 0 && late < early);
    assert_int_equal(too_late, 0);
    assert_int_equal(value_of("standard", "- a5 i7 3 3 1 20"), early);
}

// 10 steps of the side to move take 19 plies, 12 of the other 24.
static void test_fading_counts_the_plies_that_the_leader_needs(void **state) {
    (void)state;
    assert_int_equal(finish_fade(3200, 10, 12, 19 - 2), 0);
    assert_int_equal(finish_fade(3200, 10, 12, 19 - 1), 3200 / FINISH_CAP_MARGIN);
    assert_int_equal(finish_fade(3200, 10, 12, 19 - 2 + FINISH_CAP_MARGIN), 3200);
    assert_int_equal(finish_fade(-3200, 10, 12, 24 - 2), 0);
    assert_int_equal(finish_fade(-3200, 10, 12, 24 - 1), -3200 / FINISH_CAP_MARGIN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms_are_what_a_slow_search_finds),
        cmocka_unit_test(test_v3_agrees_with_base),
        cmocka_unit_test(test_v4_agrees_with_base),
        cmocka_unit_test(test_mirrored_and_exchanged_boards_are_worth_the_same),
        cmocka_unit_test(test_moves_are_worth_what_they_lead_to),
        cmocka_unit_test(test_move_that_shuts_in_wins),
        cmocka_unit_test(test_who_will_jump_is_ahead),
        cmocka_unit_test(test_values_fade_before_the_cap),
        cmocka_unit_test(test_fading_counts_the_plies_that_the_leader_needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
