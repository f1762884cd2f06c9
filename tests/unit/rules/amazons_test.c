// The rules of Amazons: what Botzone's page says, the published counts, the fast rules against the
// slow twin over random games, and the CPU levels against each other.
//
// IMMURE_RANDOM_GAMES sets the number of random games of each size.

#include "unit/rules/amazons_support.h"

#include <stdlib.h>

#include "rules/game.h"
#include "twin/amazons_twin.h"
#include "unit/support/cpu_levels.h"

static int games_each(void) {
    const char *wish = getenv("IMMURE_RANDOM_GAMES");
    return wish ? atoi(wish) : 50;
}

static Bits128 squares_8x8(const int points[4][2]) {
    Bits128 set = 0;
    for (int i = 0; i < 4; i++) {
        set |= bits128_bit(amazons_square(8, points[i][0], points[i][1]));
    }
    return set;
}

static void the_default_is_botzones_start(void **state) {
    (void)state;
    const int first[4][2] = {{0, 2}, {2, 0}, {5, 0}, {7, 2}};
    const int second[4][2] = {{0, 5}, {2, 7}, {5, 7}, {7, 5}};
    Position pos;
    best_rules()->start(&pos, &best_rules()->variants[0]);
    assert_string_equal(pos.variant->name, "8x8");
    assert_true(pos.amazons.amazons[SIDE_FIRST] == squares_8x8(first));
    assert_true(pos.amazons.amazons[SIDE_SECOND] == squares_8x8(second));
    assert_true(pos.amazons.arrows == 0);
    assert_int_equal(position_turn(&pos), SIDE_FIRST);
    assert_int_equal(pos.ply, 0);
}

// The input of Black's third turn on Botzone's page.
static void botzones_example_can_be_replayed(void **state) {
    (void)state;
    Game game;
    Error error = {0};
    char fen[POSITION_TEXT_SIZE];
    const char *moves = "5 0 3 2 6 5\n"
                        "0 5 4 5 3 4\n"
                        "0 2 0 3 3 0\n"
                        "2 7 2 5 1 4\n";
    game_init(&game, best_rules(), amazons_variant(8));
    if (!game_play_list(&game, slice_from(moves), NOTATION_BOTZONE, &error)) {
        fail_msg("%s", error.text);
    }
    best_rules()->write(game_position(&game), fen);
    assert_string_equal(fen, "5q2/8/2q1q1*q/1*1*4/Q7/3Q3Q/8/2Q*4 w - - 0 3");
    game_release(&game);
}

// Only the amazon on b1 can move. Its arrows hit the square it leaves and pass over it.
static void an_arrow_may_cross_the_square_just_left(void **state) {
    (void)state;
    Position pos = position("qqqq2/6/6/******/*****Q/1Q1*QQ w");
    const char *expected[] = {"b1-a1/b1", "b1-a1/c1", "b1-c1/b1", "b1-c1/a1"};
    Move moves[MOVES_MAX];
    assert_int_equal(best_rules()->moves(&pos, moves), 4);
    for (int i = 0; i < 4; i++) {
        char text[MOVE_TEXT_SIZE];
        best_rules()->format(&pos, moves[i], NOTATION_STANDARD, text);
        assert_string_equal(text, expected[i]);
    }
}

static void assert_outcome(const char *fen, Result result, Ending ending) {
    Position pos = position(fen);
    Move moves[MOVES_MAX];
    Outcome outcome = best_rules()->outcome(&pos);
    assert_int_equal(outcome.result, result);
    assert_int_equal(outcome.ending, ending);
    assert_int_equal(best_rules()->count(&pos) == 0, result != RESULT_NONE);
    assert_int_equal(best_rules()->moves(&pos, moves) == 0, result != RESULT_NONE);
}

// All amazons of one side are walled in; it loses when it has to move, not before. On 8x8 the
// squares h1 and a2 are neighbours as bits, but not on the board.
static void a_side_without_a_move_loses(void **state) {
    (void)state;
    assert_outcome("qqqq*1/*****1/6/6/6/QQQQ2 b", RESULT_FIRST_WINS, ENDING_NO_MOVE);
    assert_outcome("qqqq*1/*****1/6/6/6/QQQQ2 w", RESULT_NONE, ENDING_NONE);
    assert_outcome("QQQQ*1/*****1/6/6/6/qqqq2 w", RESULT_SECOND_WINS, ENDING_NO_MOVE);
    assert_outcome("qqqq4/8/8/8/8/8/3*****/3*QQQQ w", RESULT_SECOND_WINS, ENDING_NO_MOVE);
    assert_outcome(
        "qqqq6/10/10/10/10/10/10/10/5*****/5*QQQQ w", RESULT_SECOND_WINS, ENDING_NO_MOVE);
}

// moves() may write a little more than it returns, but never past MOVES_MAX: with the busiest
// position known, a sanitizer would see it.
static void the_busiest_position_has_room(void **state) {
    (void)state;
    Position pos = position("q8q/10/10/4Q5/6Q3/3Q6/5Q4/10/10/q8q w");
    Move *moves = malloc(MOVES_MAX * sizeof *moves);
    assert_non_null(moves);
    assert_int_equal(best_rules()->moves(&pos, moves), 3304);
    assert_int_equal(best_rules()->count(&pos), 3304);
    free(moves);
}

static void a_position_may_be_replaced_by_the_next(void **state) {
    (void)state;
    const Rules *rules = best_rules();
    Position pos, next;
    Move moves[MOVES_MAX];
    char texts[2][POSITION_TEXT_SIZE];
    rules->start(&pos, amazons_variant(10));
    rules->moves(&pos, moves);
    rules->apply(&pos, moves[0], &next);
    rules->apply(&pos, moves[0], &pos);
    rules->write(&pos, texts[0]);
    rules->write(&next, texts[1]);
    assert_string_equal(texts[0], texts[1]);
}

static uint64_t count_plies(const Rules *rules, const Position *pos, int depth) {
    if (depth == 1) {
        return rules->count(pos);
    }
    Move moves[MOVES_MAX];
    size_t count = rules->moves(pos, moves);
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        Position next;
        rules->apply(pos, moves[i], &next);
        total += count_plies(rules, &next, depth - 1);
    }
    return total;
}

static void counts_are_the_published_ones(void **state) {
    (void)state;
    static const struct {
        int size;
        int depth;
        uint64_t count;
    } CASES[] = {
        {6, 1, 544},
        {6, 2, 238532},
        {6, 3, 91074224},
        {8, 1, 1232},
        {8, 2, 1331198},
        {10, 1, 2176},
        {10, 2, 4307152},
    };
    for (CpuLevel level = CPU_BASE; level < CPU_LEVEL_COUNT; level++) {
        for (size_t i = 0; cpu_has(level) && i < sizeof CASES / sizeof *CASES; i++) {
            const Rules *rules = amazons_rules(level);
            Position pos;
            rules->start(&pos, amazons_variant(CASES[i].size));
            assert_int_equal(count_plies(rules, &pos, CASES[i].depth), CASES[i].count);
        }
    }
}

static void compare_level(const Position *pos, const Move *moves, size_t count, CpuLevel level) {
    const Rules *rules = amazons_rules(level);
    Move others[MOVES_MAX];
    assert_int_equal(rules->count(pos), count);
    assert_int_equal(rules->moves(pos, others), count);
    assert_memory_equal(moves, others, count * sizeof *moves);
    bool is_over = rules->outcome(pos).result != RESULT_NONE;
    assert_int_equal(is_over, count == 0);
}

static void compare_levels(const Position *pos, const Move *moves, size_t count) {
    for (CpuLevel level = CPU_BASE; level < CPU_LEVEL_COUNT; level++) {
        if (cpu_has(level)) {
            compare_level(pos, moves, count, level);
        }
    }
}

static void cpu_levels_and_counts_agree(void **state) {
    (void)state;
    tell_missing_levels();
    random_games(games_each(), compare_levels);
}

static AmazonsTwinCell cell_of(const Position *pos, int x, int y) {
    const AmazonsPosition *board = &pos->amazons;
    Bits128 square = bits128_bit(amazons_square(pos->variant->size, x, y));
    if (board->arrows & square) {
        return TWIN_ARROW;
    }
    if (board->amazons[SIDE_FIRST] & square) {
        return TWIN_FIRST;
    }
    return board->amazons[SIDE_SECOND] & square ? TWIN_SECOND : TWIN_EMPTY;
}

static void compare_boards(const Position *pos, const AmazonsTwin *twin) {
    for (int y = 0; y < twin->size; y++) {
        for (int x = 0; x < twin->size; x++) {
            assert_int_equal(cell_of(pos, x, y), twin->cell[y][x]);
        }
    }
    assert_int_equal(position_turn(pos) == SIDE_FIRST, twin->turn == TWIN_FIRST);
}

// Both list their moves in the order that amazons.h promises. Returns how many.
static size_t compare_moves(const Position *pos, const AmazonsTwin *twin, AmazonsTwinMove *out) {
    Move moves[MOVES_MAX];
    int size = twin->size;
    size_t count = amazons_twin_moves(twin, out);
    assert_int_equal(best_rules()->moves(pos, moves), count);
    for (size_t i = 0; i < count; i++) {
        int from = amazons_square(size, out[i].x0, out[i].y0);
        int to = amazons_square(size, out[i].x1, out[i].y1);
        int arrow = amazons_square(size, out[i].x2, out[i].y2);
        assert_int_equal(moves[i], amazons_move(from, to, arrow));
    }
    Result other_wins = twin->turn == TWIN_FIRST ? RESULT_SECOND_WINS : RESULT_FIRST_WINS;
    assert_int_equal(best_rules()->outcome(pos).result, count == 0 ? other_wins : RESULT_NONE);
    return count;
}

static void play_beside_the_twin(const Variant *variant, Rng *rng) {
    static AmazonsTwinMove twin_moves[AMAZONS_TWIN_MOVES_MAX];
    const Rules *rules = best_rules();
    AmazonsTwin twin;
    Position pos;
    amazons_twin_start(&twin, variant->size);
    rules->start(&pos, variant);
    size_t count;
    while ((count = compare_moves(&pos, &twin, twin_moves)) > 0) {
        compare_boards(&pos, &twin);
        Move moves[MOVES_MAX];
        rules->moves(&pos, moves);
        size_t choice = rng_below(rng, count);
        rules->apply(&pos, moves[choice], &pos);
        amazons_twin_play(&twin, twin_moves[choice]);
    }
}

static void fast_rules_agree_with_the_twin(void **state) {
    (void)state;
    const Rules *rules = best_rules();
    Rng rng;
    rng_init(&rng, 1988);
    for (size_t i = 0; i < rules->variant_count; i++) {
        for (int game = 0; game < games_each(); game++) {
            play_beside_the_twin(&rules->variants[i], &rng);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_is_botzones_start),
        cmocka_unit_test(botzones_example_can_be_replayed),
        cmocka_unit_test(an_arrow_may_cross_the_square_just_left),
        cmocka_unit_test(a_side_without_a_move_loses),
        cmocka_unit_test(the_busiest_position_has_room),
        cmocka_unit_test(a_position_may_be_replaced_by_the_next),
        cmocka_unit_test(counts_are_the_published_ones),
        cmocka_unit_test(cpu_levels_and_counts_agree),
        cmocka_unit_test(fast_rules_agree_with_the_twin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
