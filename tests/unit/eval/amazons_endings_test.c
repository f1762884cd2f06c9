// Exact endings of Amazons: what is counted and who wins, against a search to the last move by the
// slow rules, over random games and over boards drawn by hand.
//
// IMMURE_RANDOM_GAMES sets the number of positions of each kind and size.

#include "unit/support/amazons_endings.h"

#include "eval/amazons/endings.h"
#include "eval/amazons/lieberum.h"
#include "unit/support/cpu_levels.h"

static AmazonsEndingTwin *search;
static EndingsMemory *memory;
static int compared[2]; // positions with something contested, and with nothing
static int answered;

static int positions_each(void) {
    const char *wish = getenv("IMMURE_RANDOM_GAMES");
    return wish ? atoi(wish) : 80;
}

static EndingsCount counted(const Position *pos, CpuLevel level) {
    typedef void Count(const Position *pos, EndingsMemory *memory, EndingsCount *out);
#define COUNT(level) LEVEL_JOIN(endings_count, level)
    static Count *const functions[CPU_LEVEL_COUNT] = LEVEL_TABLE(COUNT);
    EndingsCount count;
    memset(memory, 0, sizeof *memory);
    functions[level](pos, memory, &count);
    return count;
}

static bool solved(const Position *pos, CpuLevel level, int *result) {
    memset(memory, 0, sizeof *memory);
    return lieberum_evaluator(level)->solve(pos, memory, result);
}

// A search that runs out of steps may know less, but nothing that is not so.
static void compare_with_few_steps(const Position *pos, bool is_won) {
    for (int steps = 1; steps <= 40; steps++) {
        int result;
        memset(memory, 0, sizeof *memory);
        memory->steps_owed = ENDINGS_STEPS_OWED_MAX + ENDINGS_STEPS_PAID - steps;
        if (lieberum_evaluator(cpu_level())->solve(pos, memory, &result)) {
            assert_int_equal(result > 0, is_won);
        }
    }
}

// What is answered is true; where nothing is contested there is an answer, and all is counted.
static void compare_with_the_search(const Position *pos, const AmazonsTwin *twin, bool is_filling) {
    bool is_found;
    bool is_won = amazons_ending_twin_wins(search, twin, &is_found);
    if (!is_found) {
        return;
    }
    int result;
    bool is_solved = solved(pos, cpu_level(), &result);
    compared[is_filling]++;
    answered += is_solved;
    assert_true(is_solved || !is_filling);
    if (is_solved) {
        assert_int_equal(result > 0, is_won);
        assert_int_not_equal(result, 0);
    }
    compare_with_few_steps(pos, is_won);
    EndingsCount count = counted(pos, cpu_level());
    assert_int_equal(count.contested_count, amazons_ending_twin_contested(twin));
    if (is_filling) {
        for (Side side = SIDE_FIRST; side <= SIDE_SECOND; side++) {
            AmazonsTwin alone = *twin;
            alone.turn = side == SIDE_FIRST ? TWIN_FIRST : TWIN_SECOND;
            int fill = amazons_ending_twin_fill(search, &alone, &is_found);
            if (is_found) {
                assert_int_equal(count.fill_low[side], fill);
                assert_int_equal(count.fill_high[side], fill);
            }
        }
    }
}

static void answers_agree_with_a_search_to_the_end(void **state) {
    (void)state;
    int each = positions_each();
    EndingsWanted wanted = {
        .filling = each, .contested = each, .open_max = 11, .contested_max = 11};
    random_endings(&wanted, compare_with_the_search);
    print_message("# %d + %d positions, %d answered\n", compared[true], compared[false], answered);
    // Of three sizes; some may have been too large to search.
    assert_true(compared[true] * 2 >= each * 5);
    assert_true(compared[false] * 2 >= each * 5);
}

// Boards drawn by hand. Amazons that stand between arrows only are there to make up the number.
typedef struct Drawn {
    const char *board; // of 6x6, the highest row first
    int fill[2];       // moves in territory, by Side
    int sealed[2];     // moves in contested parts that nobody can take away
    int contested_count;
} Drawn;

static const Drawn DRAWN[] = {
    // A straight corridor, from its end and from the middle: the arrow passes the square just left.
    {"***QQQ/**qqqq/******/******/******/Q4* w", {4, 0}, {0, 0}, 0},
    {"***QQQ/**qqqq/******/******/******/1Q1*** w", {2, 0}, {0, 0}, 0},
    {"***QQQ/**qqqq/******/******/******/2Q2* w", {4, 0}, {0, 0}, 0},
    // Two squares in different directions: only one can be had. Of two arms of two squares each
    // nothing is lost, as one is emptied from its entrance.
    {"***QQQ/**qqqq/******/******/*Q****/1*1*** w", {1, 0}, {0, 0}, 0},
    {"***QQQ/**qqqq/******/1***1*/*1*1**/**Q*** b", {4, 0}, {0, 0}, 0},
    // Three squares in three directions.
    {"***QQQ/**qqqq/******/*1****/*Q****/1*1*** w", {1, 0}, {0, 0}, 0},
    // Two amazons share the two squares; one behind another can come out after it.
    {"****QQ/**qqqq/******/******/*QQ***/1**1** w", {2, 0}, {0, 0}, 0},
    {"****QQ/**qqqq/******/******/******/QQ2** w", {2, 0}, {0, 0}, 0},
    // A room of nine squares is filled to the last, and a bent passage too.
    {"***QQQ/**qqqq/******/3***/3***/2Q*** w", {8, 0}, {0, 0}, 0},
    {"***QQQ/**qqqq/******/1*****/1*1***/*1Q*** w", {4, 0}, {0, 0}, 0},
    // Both sides fill, one square each, and who has to move first is out first.
    {"***QQQ/***qqq/******/******/******/1Q**q1 w", {1, 1}, {0, 0}, 0},
    // The amazons touch: each can keep what is behind it, by shooting at the square that it leaves.
    {"***QQQ/***qqq/******/******/******/1qQ2* w", {0, 0}, {2, 1}, 3},
    // What is on both sides of it cannot be kept, as the other follows into the gap.
    {"***QQQ/***qqq/******/*q*1**/**Q***/*1**** w", {0, 0}, {1, 0}, 2},
    // Open squares between the sides belong to nobody.
    {"***QQQ/***qqq/******/******/******/q4Q w", {0, 0}, {0, 0}, 4},
};

static void drawn_boards_are_counted(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof DRAWN / sizeof *DRAWN; i++) {
        const Drawn *drawn = &DRAWN[i];
        Position pos = position(drawn->board);
        AmazonsTwin twin = twin_of(&pos);
        for (CpuLevel level = CPU_BASE; level < CPU_LEVEL_COUNT; level++) {
            if (!cpu_has(level)) {
                continue;
            }
            EndingsCount count = counted(&pos, level);
            for (Side side = SIDE_FIRST; side <= SIDE_SECOND; side++) {
                assert_int_equal(count.fill_low[side], drawn->fill[side]);
                assert_int_equal(count.fill_high[side], drawn->fill[side]);
                assert_int_equal(count.sealed[side], drawn->sealed[side]);
            }
            assert_int_equal(count.contested_count, drawn->contested_count);
        }
        compare_with_the_search(&pos, &twin, drawn->contested_count == 0);
    }
}

static void compare_levels(const Position *pos, const Move *moves, size_t count) {
    (void)moves;
    int results[CPU_LEVEL_COUNT] = {0};
    bool is_solved = count > 0 && solved(pos, CPU_BASE, &results[CPU_BASE]);
    for (CpuLevel level = CPU_BASE; count > 0 && level < CPU_LEVEL_COUNT; level++) {
        if (cpu_has(level)) {
            assert_int_equal(solved(pos, level, &results[level]), is_solved);
            assert_int_equal(results[level], results[CPU_BASE]);
        }
    }
}

static void cpu_levels_agree(void **state) {
    (void)state;
    tell_missing_levels();
    random_games(3, compare_levels);
}

// One memory for many positions of all sizes answers as a fresh one does for each: results that it
// kept are not taken for those of other squares.
static EndingsMemory *shared;

static void compare_memories(const Position *pos, const AmazonsTwin *twin, bool is_filling) {
    (void)twin;
    int fresh_result;
    int shared_result;
    if (is_filling) {
        assert_true(solved(pos, cpu_level(), &fresh_result));
        assert_true(lieberum_evaluator(cpu_level())->solve(pos, shared, &shared_result));
        assert_int_equal(shared_result, fresh_result);
    }
}

static void memory_is_not_confused(void **state) {
    (void)state;
    EndingsWanted many = {.filling = 500, .open_max = 100, .contested_max = 0};
    shared = calloc(1, sizeof *shared);
    random_endings(&many, compare_memories);
    free(shared);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_boards_are_counted),
        cmocka_unit_test(cpu_levels_agree),
        cmocka_unit_test(memory_is_not_confused),
        cmocka_unit_test(answers_agree_with_a_search_to_the_end),
    };
    search = amazons_ending_twin_new();
    memory = calloc(1, sizeof *memory);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(memory);
    amazons_ending_twin_free(search);
    return failed;
}
