#include "match/standings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"

// The order of players, as text: `2 0 1`.
static void assert_order(
    const Schedule *schedule, const Encounter *encounters, size_t count, const char *expected) {
    Standing standings[8];
    Text text;
    text_init(&text);
    standings_compute(schedule, encounters, count, standings);
    for (size_t i = 0; i < schedule->player_count; i++) {
        text_addf(&text, i ? " %zu" : "%zu", standings[i].player);
    }
    assert_string_equal(text.data, expected);
    text_release(&text);
}

static void test_nothing_played(void **state) {
    (void)state;
    for (int format = 0; format < SCHEDULE_FORMAT_COUNT; format++) {
        Schedule schedule = {.format = (ScheduleFormat)format, .player_count = 4};
        assert_order(&schedule, NULL, 0, "0 1 2 3");
    }
}

// 0 and 1 have 4 points, 2 and 3 have 2; 1 beat 0, and 3 beat 2.
static const Encounter ROUND_ROBIN[] = {
    {.a = 0, .b = 1, .points_a = 0, .points_b = 2, .is_over = true},
    {.a = 0, .b = 2, .points_a = 2, .points_b = 0, .is_over = true},
    {.a = 0, .b = 3, .points_a = 2, .points_b = 0, .is_over = true},
    {.a = 1, .b = 2, .points_a = 0, .points_b = 2, .is_over = true},
    {.a = 1, .b = 3, .points_a = 2, .points_b = 0, .is_over = true},
    {.a = 2, .b = 3, .points_a = 0, .points_b = 2, .is_over = true},
};

static void test_direct_encounter(void **state) {
    (void)state;
    Schedule schedule = {.format = SCHEDULE_ROUND_ROBIN, .player_count = 4};
    Standing standings[4];
    standings_compute(&schedule, ROUND_ROBIN, 6, standings);
    assert_order(&schedule, ROUND_ROBIN, 6, "1 0 3 2");
    assert_true(standings[0].points == 4 && standings[0].direct == 2);
    assert_true(standings[1].points == 4 && standings[1].direct == 0);
    assert_true(standings[3].points == 2 && standings[3].sonneborn_berger == 4);
}

// 0 and 1 are level and have not met: 1 took its point off the better opponent.
static void test_sonneborn_berger(void **state) {
    (void)state;
    Schedule schedule = {.format = SCHEDULE_ROUND_ROBIN, .player_count = 4};
    const Encounter encounters[] = {
        {.a = 0, .b = 2, .points_a = 1, .points_b = 2},
        {.a = 1, .b = 3, .points_a = 1, .points_b = 3},
    };
    assert_order(&schedule, encounters, 2, "3 2 1 0");
}

static void test_buchholz(void **state) {
    (void)state;
    Schedule schedule = {.format = SCHEDULE_SWISS, .player_count = 5, .rounds = 2};
    const Encounter encounters[] = {
        {.round = 0, .a = 4, .b = 4, .points_a = 2},
        {.round = 0, .a = 0, .b = 1, .points_a = 2},
        {.round = 0, .a = 2, .b = 3, .points_a = 2},
        {.round = 1, .a = 3, .b = 3, .points_a = 2},
        {.round = 1, .a = 0, .b = 2, .points_a = 2},
        {.round = 1, .a = 4, .b = 1, .points_b = 2},
    };
    // 1, 2, 3 and 4 have two points. Their opponents: 0 and 4 (6), 0 and 3 (6), 2 and a bye (4),
    // 1 and a bye (4). 1 and 2 took theirs off opponents with two points each.
    Standing standings[5];
    standings_compute(&schedule, encounters, 6, standings);
    assert_order(&schedule, encounters, 6, "0 1 2 3 4");
    assert_true(standings[1].buchholz == 6 && standings[1].sonneborn_berger == 2);
    assert_true(standings[3].buchholz == 4 && standings[3].sonneborn_berger == 0);
}

// The finalists are ahead of a semi-finalist with more points, the winner ahead of all.
static void test_knockout_counts_rounds(void **state) {
    (void)state;
    Schedule schedule = {.format = SCHEDULE_KNOCKOUT, .player_count = 4};
    Encounter encounters[] = {
        {.round = 0, .a = 0, .b = 3, .points_a = 4, .points_b = 5, .is_over = true},
        {.round = 0, .a = 1, .b = 2, .points_a = 1, .points_b = 0, .is_over = true},
        {.round = 1, .a = 3, .b = 1, .points_a = 0, .points_b = 1},
    };
    assert_order(&schedule, encounters, 3, "3 1 0 2");
    encounters[2].is_over = true;
    assert_order(&schedule, encounters, 3, "1 3 0 2");
}

// What was won in the groups does not count in the final.
static void test_groups_count_the_final(void **state) {
    (void)state;
    Schedule schedule = {.format = SCHEDULE_GROUPS, .player_count = 6, .group_count = 1};
    const Encounter encounters[] = {
        {.round = 0, .a = 0, .b = 2, .points_a = 9},
        {.round = 0, .a = 1, .b = 2, .points_a = 8, .points_b = 1},
        {.round = 0, .a = 3, .b = 4, .points_a = 3},
        {.round = 1, .a = 0, .b = 1, .points_b = 1},
    };
    assert_order(&schedule, encounters, 4, "1 0 3 2 4 5");
}

// 2 and 3 are level in the group and have drawn. 2 took its other point off the better player of
// the group, which won nothing in the final, 3 off the one that won everything there.
static void test_tie_breaks_of_groups_do_not_count_the_final(void **state) {
    (void)state;
    Schedule schedule = {.format = SCHEDULE_GROUPS, .player_count = 4, .group_count = 1};
    const Encounter encounters[] = {
        {.round = 0, .a = 0, .b = 1, .points_a = 2, .points_b = 0},
        {.round = 0, .a = 0, .b = 2, .points_a = 1, .points_b = 1},
        {.round = 0, .a = 0, .b = 3, .points_a = 2, .points_b = 0},
        {.round = 0, .a = 1, .b = 2, .points_a = 2, .points_b = 0},
        {.round = 0, .a = 1, .b = 3, .points_a = 1, .points_b = 1},
        {.round = 0, .a = 2, .b = 3, .points_a = 1, .points_b = 1},
        {.round = 1, .a = 0, .b = 1, .points_a = 0, .points_b = 9},
    };
    Standing standings[4];
    standings_compute(&schedule, encounters, 7, standings);
    // The groups alone: 0 has 5 points, 1 has 3, 2 and 3 have 2 and 2.
    assert_order(&schedule, encounters, 7, "1 0 2 3");
    assert_true(standings[2].points == 2 && standings[3].points == 2);
    assert_true(standings[2].sonneborn_berger == 5. / 2 + 2. / 2);
    assert_true(standings[3].sonneborn_berger == 3. / 2 + 2. / 2);
    assert_true(standings[2].buchholz == 5 + 3 + 2 && standings[3].buchholz == 5 + 3 + 2);
}

static void test_those_who_are_out_are_last(void **state) {
    (void)state;
    int out_rounds[] = {SCHEDULE_STAYS, 0, SCHEDULE_STAYS, SCHEDULE_STAYS};
    Schedule schedule = {.format = SCHEDULE_ROUND_ROBIN, .player_count = 4};
    schedule.out_rounds = out_rounds;
    assert_order(&schedule, ROUND_ROBIN, 6, "0 3 2 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_played),
        cmocka_unit_test(test_direct_encounter),
        cmocka_unit_test(test_sonneborn_berger),
        cmocka_unit_test(test_buchholz),
        cmocka_unit_test(test_knockout_counts_rounds),
        cmocka_unit_test(test_groups_count_the_final),
        cmocka_unit_test(test_tie_breaks_of_groups_do_not_count_the_final),
        cmocka_unit_test(test_those_who_are_out_are_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
