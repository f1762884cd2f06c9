#include "match/move_times.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "match_fixture.h"

// An opening of two plies, then moves that took 22, 500, 26 and 1,500 ms.
static const char RECORD[] =
    "[Game \"amazons\"]\n\n"
    "1. a3-d6/g6 f8-f3/e2 2. c1-c3/a5 {[%emt 0.022] cpu 11.3 ms} a6-c4/d4 {[%emt 0.500]}\n"
    "3. h3-g4/f4 {[%emt 0.026]\ncpu 1.0 ms} h6-h4/e1 {[%emt 1.500]} 1-0\n";

static void play(Fixture *fixture, int number, const char *record) {
    MatchGame game = fixture_game(0, number, number % 2 ? 1 : 0, number % 2 ? 0 : 1);
    free(game.record);
    game.record = strdup(record);
    assert_true(match_take_game(&fixture->match, &game));
}

static void assert_times(const MoveTimes *times, int64_t count, int64_t sum, int64_t longest) {
    assert_int_equal(times->count, count);
    assert_int_equal(times->sum_ms, sum);
    assert_int_equal(times->longest_ms, longest);
}

static void test_each_move_counts_for_who_made_it(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, 3, SCHEDULE_ROUND_ROBIN, 2);
    MoveTimes times[3];
    play(&fixture, 0, RECORD);
    match_move_times(&fixture.match, times);
    assert_times(&times[0], 2, 48, 26);
    assert_times(&times[1], 2, 2000, 1500);
    assert_times(&times[2], 0, 0, 0);
    play(&fixture, 1, RECORD); // with colours swapped
    match_move_times(&fixture.match, times);
    assert_times(&times[0], 4, 2048, 1500);
    assert_times(&times[1], 4, 2048, 1500);
    assert_true(move_times_mean_ms(&times[0]) == 512);
    assert_true(move_times_mean_ms(&times[2]) == 0);
    fixture_release(&fixture);
}

static void test_who_moves_first_in_a_position(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, 2, SCHEDULE_ROUND_ROBIN, 2);
    MoveTimes times[2];
    play(&fixture, 0,
        "[Game \"quoridor\"]\n[Position \"- e1 e9 10 10 2 1\"]\n\n1... e8 {[%emt 0.007]} "
        "2. e2 {[%emt 0.009]} *\n");
    match_move_times(&fixture.match, times);
    assert_times(&times[0], 1, 9, 9);
    assert_times(&times[1], 1, 7, 7);
    fixture_release(&fixture);
}

static void test_record_that_cannot_be_read(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, 2, SCHEDULE_ROUND_ROBIN, 2);
    MoveTimes times[2];
    play(&fixture, 0, "");
    play(&fixture, 1, "[Game \"amazons\"]\n\n1. a1-a2/a3 {[%emt 1.000]} *\n");
    match_move_times(&fixture.match, times);
    assert_times(&times[0], 0, 0, 0);
    assert_times(&times[1], 0, 0, 0);
    fixture_release(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_move_counts_for_who_made_it),
        cmocka_unit_test(test_who_moves_first_in_a_position),
        cmocka_unit_test(test_record_that_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
