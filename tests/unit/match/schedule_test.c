#include "unit/match/schedule_fixture.h"

static void test_names(void **state) {
    (void)state;
    static const char *const NAMES[] = {"round-robin", "gauntlet", "swiss", "knockout", "groups"};
    for (int i = 0; i < SCHEDULE_FORMAT_COUNT; i++) {
        ScheduleFormat format;
        assert_true(schedule_format_find(slice_from(NAMES[i]), &format));
        assert_int_equal(format, i);
        assert_string_equal(schedule_format_name(format), NAMES[i]);
    }
    ScheduleFormat format = SCHEDULE_SWISS;
    assert_false(schedule_format_find(slice_from("round robin"), &format));
    assert_int_equal(format, SCHEDULE_SWISS);
}

static void test_rounds(void **state) {
    (void)state;
    static const struct {
        size_t players;
        int swiss;
        int knockout;
    } KNOWN[] = {{2, 2, 1}, {3, 3, 2}, {4, 3, 2}, {5, 4, 3}, {8, 4, 3}, {9, 5, 4}, {64, 7, 6}};
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        Schedule schedule = {.player_count = KNOWN[i].players};
        assert_int_equal(schedule_rounds(&schedule), 1);
        schedule.format = SCHEDULE_GAUNTLET;
        assert_int_equal(schedule_rounds(&schedule), 1);
        schedule.format = SCHEDULE_KNOCKOUT;
        assert_int_equal(schedule_rounds(&schedule), KNOWN[i].knockout);
        schedule.format = SCHEDULE_SWISS;
        assert_int_equal(schedule_rounds(&schedule), KNOWN[i].swiss);
        schedule.rounds = 11;
        assert_int_equal(schedule_rounds(&schedule), 11);
    }
}

// How often each two meet in the only round of a format.
static size_t count_meetings(
    ScheduleFormat format, size_t players, int met[SCHEDULE_PLAYERS_MAX][SCHEDULE_PLAYERS_MAX]) {
    static Encounter out[SCHEDULE_ENCOUNTERS_MAX];
    Schedule schedule = {.format = format, .player_count = players};
    size_t count = schedule_round(&schedule, 0, NULL, 0, out);
    memset(met, 0, sizeof(int[SCHEDULE_PLAYERS_MAX][SCHEDULE_PLAYERS_MAX]));
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(out[i].round, 0);
        met[out[i].a][out[i].b]++;
        met[out[i].b][out[i].a]++;
    }
    return count;
}

static void test_round_robin(void **state) {
    (void)state;
    int met[SCHEDULE_PLAYERS_MAX][SCHEDULE_PLAYERS_MAX];
    for (size_t players = 2; players <= SCHEDULE_PLAYERS_MAX; players++) {
        size_t count = count_meetings(SCHEDULE_ROUND_ROBIN, players, met);
        assert_int_equal(count, players * (players - 1) / 2);
        for (size_t a = 0; a < players; a++) {
            for (size_t b = 0; b < players; b++) {
                assert_int_equal(met[a][b], a != b);
            }
        }
    }
}

static void test_gauntlet(void **state) {
    (void)state;
    int met[SCHEDULE_PLAYERS_MAX][SCHEDULE_PLAYERS_MAX];
    for (size_t players = 2; players <= SCHEDULE_PLAYERS_MAX; players++) {
        assert_int_equal(count_meetings(SCHEDULE_GAUNTLET, players, met), players - 1);
        for (size_t b = 1; b < players; b++) {
            assert_int_equal(met[0][b], 1);
        }
    }
}

static void test_is_deterministic(void **state) {
    (void)state;
    static const ScheduleFormat FORMATS[] = {SCHEDULE_SWISS, SCHEDULE_KNOCKOUT};
    for (size_t i = 0; i < 2; i++) {
        for (size_t players = 2; players <= 20; players++) {
            Event events[2];
            for (size_t run = 0; run < 2; run++) {
                Rng rng;
                rng_init(&rng, players);
                play_event(&events[run], FORMATS[i], players, anybody_wins, &rng);
            }
            assert_int_equal(events[0].count, events[1].count);
            assert_memory_equal(events[0].encounters, events[1].encounters,
                events[0].count * sizeof *events[0].encounters);
        }
    }
}

static void test_knockout_brackets(void **state) {
    (void)state;
    Event event;
    play_event(&event, SCHEDULE_KNOCKOUT, 8, better_wins, NULL);
    assert_event(&event, "0-7 1-6 2-5 3-4\n"
                         "0-3 1-2\n"
                         "0-1");
    play_event(&event, SCHEDULE_KNOCKOUT, 5, better_wins, NULL);
    assert_event(&event, "0 1 2 3-4\n"
                         "0-3 1-2\n"
                         "0-1");
    play_event(&event, SCHEDULE_KNOCKOUT, 2, better_wins, NULL);
    assert_event(&event, "0-1");
}

// Level, the earlier of the list of players goes on, wherever it stands in the bracket.
static void test_knockout_ties(void **state) {
    (void)state;
    Event event;
    play_event(&event, SCHEDULE_KNOCKOUT, 6, nobody_wins, NULL);
    assert_event(&event, "0 1 2-5 3-4\n"
                         "0-3 1-2\n"
                         "0-1");
    Schedule schedule = {.format = SCHEDULE_KNOCKOUT, .player_count = 4};
    const Encounter played[] = {
        {.round = 0, .a = 0, .b = 3, .points_b = 2},
        {.round = 0, .a = 1, .b = 2, .points_a = 2},
    };
    Encounter final;
    assert_int_equal(schedule_round(&schedule, 1, played, 2, &final), 1);
    assert_int_equal(final.a, 3);
    assert_int_equal(final.b, 1);

    schedule.player_count = 8;
    const Encounter upset[] = {
        {.round = 0, .a = 0, .b = 7, .points_b = 2},
        {.round = 0, .a = 1, .b = 6, .points_a = 2},
        {.round = 0, .a = 2, .b = 5, .points_a = 2},
        {.round = 0, .a = 3, .b = 4, .points_a = 2},
        {.round = 1, .a = 7, .b = 3, .points_a = 1, .points_b = 1},
        {.round = 1, .a = 1, .b = 2, .points_a = 2},
    };
    assert_int_equal(schedule_round(&schedule, 2, upset, 6, &final), 1);
    assert_int_equal(final.a, 3);
    assert_int_equal(final.b, 1);
}

// All but one lose exactly once; byes are few, in the first round, and for the first of the list.
static void test_knockout_of_any_size(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 3);
    for (size_t players = 2; players <= SCHEDULE_PLAYERS_MAX; players++) {
        Event event;
        play_event(&event, SCHEDULE_KNOCKOUT, players, anybody_wins, &rng);
        int losses[SCHEDULE_PLAYERS_MAX] = {0};
        size_t byes = 0;
        for (size_t i = 0; i < event.count; i++) {
            const Encounter *encounter = &event.encounters[i];
            size_t a = encounter->a;
            size_t b = encounter->b;
            assert_int_equal(losses[a] + losses[b], 0);
            if (is_bye(encounter)) {
                assert_int_equal(encounter->round, 0);
                assert_int_equal(a, byes++);
                continue;
            }
            bool a_wins = encounter->points_a > encounter->points_b ||
                          (encounter->points_a == encounter->points_b && a < b);
            losses[a_wins ? b : a]++;
        }
        int lost = 0;
        for (size_t i = 0; i < players; i++) {
            lost += losses[i];
        }
        assert_int_equal(lost, players - 1);
        assert_int_equal(event.count, players - 1 + byes);
        assert_in_range(byes, 0, players - 1);
        play_event(&event, SCHEDULE_KNOCKOUT, players, better_wins, NULL);
        assert_int_equal(event.encounters[event.count - 1].a, 0);
        assert_int_equal(event.encounters[event.count - 1].b, 1);
    }
}

// In the groups those of one group meet once and no others; two of each are in the final, where
// they meet once, also those who met before.
static void test_groups(void **state) {
    (void)state;
    static Event event;
    static Meetings met[2];
    Rng rng;
    rng_init(&rng, 4);
    for (size_t players = 2; players <= 60; players++) {
        memset(met, 0, sizeof met);
        play_groups(&event, players, anybody_wins, &rng, met);
        size_t qualified[SCHEDULE_PLAYERS_MAX] = {0};
        size_t finalists = 0;
        for (size_t a = 0; a < players; a++) {
            size_t group = schedule_group(&event.schedule, a);
            int finals = 0;
            for (size_t b = 0; b < players; b++) {
                bool is_mate = a != b && group == schedule_group(&event.schedule, b);
                assert_int_equal(met[0].met[a][b], is_mate);
                assert_in_range(met[1].met[a][b], 0, 1);
                finals += met[1].met[a][b];
            }
            finalists += finals > 0;
            qualified[group] += finals > 0;
        }
        for (size_t group = 0; group * 2 < finalists; group++) {
            assert_int_equal(qualified[group], 2);
        }
    }
}

// The strong are dealt out to and fro, and the better half of the field is not in one group.
static void test_groups_are_dealt(void **state) {
    (void)state;
    Schedule schedule = {.format = SCHEDULE_GROUPS, .player_count = 8, .group_count = 3};
    static const size_t GROUPS[] = {0, 1, 2, 2, 1, 0, 0, 1};
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(schedule_group(&schedule, i), GROUPS[i]);
    }
    static Event event;
    static Meetings met[2];
    play_groups(&event, 9, better_wins, NULL, met);
    for (size_t a = 0; a < 4; a++) {
        assert_int_equal(met[1].met[a][(a + 1) % 4], 1);
    }
}

// Who is out gets no more encounters in a Swiss, no bye, and no place in a final.
static void test_players_who_are_out(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 5);
    int out_rounds[7] = {1, SCHEDULE_STAYS, SCHEDULE_STAYS, 0, SCHEDULE_STAYS, 2, SCHEDULE_STAYS};
    Event event = {.schedule = {.format = SCHEDULE_SWISS, .player_count = 7, .rounds = 4}};
    event.schedule.out_rounds = out_rounds;
    size_t in_round[4] = {0};
    for (int round = 0; round < 4; round++) {
        play_round(&event, round, better_wins, &rng);
    }
    for (size_t i = 0; i < event.count; i++) {
        const Encounter *encounter = &event.encounters[i];
        assert_false(schedule_is_out(&event.schedule, encounter->a, encounter->round));
        assert_false(schedule_is_out(&event.schedule, encounter->b, encounter->round));
        in_round[encounter->round] += is_bye(encounter) ? 1 : 2;
    }
    assert_int_equal(in_round[0], 6);
    assert_int_equal(in_round[1], 5);
    assert_int_equal(in_round[2], 4);
    assert_int_equal(in_round[3], 4);

    static Meetings met[2];
    int outs[8] = {1, 1, 1, 1, SCHEDULE_STAYS, SCHEDULE_STAYS, SCHEDULE_STAYS, SCHEDULE_STAYS};
    play_groups(&event, 8, better_wins, &rng, met);
    event.schedule.out_rounds = outs;
    Encounter final[6];
    size_t in_groups = schedule_encounters(&event.schedule, 0);
    assert_int_equal(schedule_round(&event.schedule, 1, event.encounters, in_groups, final), 6);
    for (size_t i = 0; i < 6; i++) {
        assert_in_range(final[i].a, 4, 7);
        assert_in_range(final[i].b, 4, 7);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_round_robin),
        cmocka_unit_test(test_gauntlet),
        cmocka_unit_test(test_is_deterministic),
        cmocka_unit_test(test_knockout_brackets),
        cmocka_unit_test(test_knockout_ties),
        cmocka_unit_test(test_knockout_of_any_size),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_groups_are_dealt),
        cmocka_unit_test(test_players_who_are_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
