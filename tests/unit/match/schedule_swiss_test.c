// Swiss rounds, against a search that tries every pairing.

#include "unit/match/schedule_fixture.h"

static void test_swiss_pairs_equals(void **state) {
    (void)state;
    Event event;
    play_event(&event, SCHEDULE_SWISS, 8, better_wins, NULL);
    assert_event(&event, "0-1 2-3 4-5 6-7\n"
                         "0-2 4-6 1-3 5-7\n"
                         "0-4 1-2 5-6 3-7\n"
                         "0-5 1-4 2-7 3-6");
    play_event(&event, SCHEDULE_SWISS, 5, better_wins, NULL);
    assert_event(&event, "4 0-1 2-3\n"
                         "3 0-2 4-1\n"
                         "2 0-4 1-3\n"
                         "1 0-3 2-4");
}

static int least_byes(const Meetings *meetings, size_t players) {
    int least = meetings->byes[0];
    for (size_t i = 1; i < players; i++) {
        least = meetings->byes[i] < least ? meetings->byes[i] : least;
    }
    return least;
}

// Whether all players of a set can be paired without two that have met, by trying everything.
static bool can_pair(const Meetings *meetings, size_t players, unsigned left) {
    if (left == 0) {
        return true;
    }
    size_t a = (size_t)__builtin_ctz(left);
    for (size_t b = a + 1; b < players; b++) {
        unsigned both = 1u << a | 1u << b;
        if ((left >> b & 1) && !meetings->met[a][b] && can_pair(meetings, players, left & ~both)) {
            return true;
        }
    }
    return false;
}

static bool can_avoid_repeats(const Meetings *meetings, size_t players) {
    unsigned all = (1u << players) - 1;
    if (players % 2 == 0) {
        return can_pair(meetings, players, all);
    }
    for (size_t i = 0; i < players; i++) {
        if (meetings->byes[i] == least_byes(meetings, players) &&
            can_pair(meetings, players, all & ~(1u << i))) {
            return true;
        }
    }
    return false;
}

static void check_swiss_round(
    const Encounter *round, size_t count, Meetings *meetings, size_t players) {
    bool repeats = false;
    bool must_repeat = players <= 10 && !can_avoid_repeats(meetings, players);
    int least = least_byes(meetings, players);
    for (size_t i = 0; i < count; i++) {
        size_t a = round[i].a;
        size_t b = round[i].b;
        if (a == b) {
            assert_int_equal(meetings->byes[a]++, least);
        } else {
            repeats = repeats || meetings->met[a][b] > 0;
            meetings->met[a][b]++;
            meetings->met[b][a]++;
        }
    }
    assert_int_equal(count, (players + 1) / 2);
    assert_int_equal(repeats, must_repeat);
}

// Ten players and fewer go on until everybody has met everybody and longer; a larger field plays as
// many rounds as it usually does.
static void test_swiss_avoids_repeats(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 1);
    for (size_t players = 2; players <= SCHEDULE_PLAYERS_MAX; players += players < 20 ? 1 : 59) {
        for (int repeat = 0; repeat < 10; repeat++) {
            Event event = {.schedule = {.format = SCHEDULE_SWISS, .player_count = players}};
            event.schedule.rounds = players <= 10 ? 12 : 0;
            Meetings meetings = {0};
            for (int round = 0; round < schedule_rounds(&event.schedule); round++) {
                size_t start = event.count;
                play_round(&event, round, anybody_wins, &rng);
                check_swiss_round(
                    event.encounters + start, event.count - start, &meetings, players);
            }
        }
    }
}

// Two players can only meet again and again, and four spread their repeats.
static void test_swiss_repeats_evenly(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 2);
    Event event = {.schedule = {.format = SCHEDULE_SWISS, .player_count = 2, .rounds = 3}};
    for (int round = 0; round < 3; round++) {
        play_round(&event, round, better_wins, &rng);
    }
    assert_event(&event, "0-1\n0-1\n0-1");

    event = (Event){.schedule = {.format = SCHEDULE_SWISS, .player_count = 4, .rounds = 12}};
    Meetings meetings = {0};
    for (int round = 0; round < 12; round++) {
        size_t start = event.count;
        play_round(&event, round, anybody_wins, &rng);
        for (size_t i = start; i < event.count; i++) {
            meetings.met[event.encounters[i].a][event.encounters[i].b]++;
        }
    }
    for (size_t a = 0; a < 4; a++) {
        for (size_t b = a + 1; b < 4; b++) {
            assert_int_equal(meetings.met[a][b] + meetings.met[b][a], 4);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_swiss_pairs_equals),
        cmocka_unit_test(test_swiss_avoids_repeats),
        cmocka_unit_test(test_swiss_repeats_evenly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
