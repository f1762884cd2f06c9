#pragma once
// What the tests of schedules share: whole events, and rules by which encounters in them end.

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "base/text.h"
#include "match/schedule.h"

#define ROUNDS_MAX 16
#define EVENT_MAX (ROUNDS_MAX * SCHEDULE_PLAYERS_MAX)

// A whole event and how it went.
typedef struct Event {
    Schedule schedule;
    Encounter encounters[EVENT_MAX];
    size_t count;
} Event;

// Decides an encounter that is not a bye.
typedef void (*Judge)(Encounter *encounter, Rng *rng);

static inline void better_wins(Encounter *encounter, Rng *rng) {
    (void)rng;
    encounter->points_a = encounter->a < encounter->b ? 2 : 0;
    encounter->points_b = 2 - encounter->points_a;
}

static inline void nobody_wins(Encounter *encounter, Rng *rng) {
    (void)rng;
    encounter->points_a = 1;
    encounter->points_b = 1;
}

static inline void anybody_wins(Encounter *encounter, Rng *rng) {
    encounter->points_a = (double)rng_below(rng, 5) / 2;
    encounter->points_b = 2 - encounter->points_a;
}

static inline bool is_bye(const Encounter *encounter) {
    return encounter->a == encounter->b;
}

// Appends the next round to the event, and checks that nobody is in it twice.
static inline void play_round(Event *event, int round, Judge judge, Rng *rng) {
    Encounter *out = event->encounters + event->count;
    size_t count = schedule_round(&event->schedule, round, event->encounters, event->count, out);
    bool is_in[SCHEDULE_PLAYERS_MAX] = {false};
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(out[i].round, round);
        assert_in_range(out[i].a, 0, event->schedule.player_count - 1);
        assert_in_range(out[i].b, 0, event->schedule.player_count - 1);
        assert_false(is_in[out[i].a] || is_in[out[i].b]);
        is_in[out[i].a] = is_in[out[i].b] = true;
        if (is_bye(&out[i])) {
            out[i].points_a = 2;
        } else {
            judge(&out[i], rng);
        }
        out[i].is_over = true;
    }
    event->count += count;
}

static inline void play_event(
    Event *event, ScheduleFormat format, size_t players, Judge judge, Rng *rng) {
    *event = (Event){.schedule = {.format = format, .player_count = players}};
    for (int round = 0; round < schedule_rounds(&event->schedule); round++) {
        play_round(event, round, judge, rng);
    }
}

// An event as text, one line a round: `0-3 1-2`, and `4` for a bye.
static inline void assert_event(const Event *event, const char *expected) {
    Text text;
    text_init(&text);
    for (size_t i = 0; i < event->count; i++) {
        const Encounter *encounter = &event->encounters[i];
        bool is_first = i == 0 || encounter->round != event->encounters[i - 1].round;
        text_add(&text, is_first ? (i ? "\n" : "") : " ");
        text_addf(&text, "%zu", encounter->a);
        if (!is_bye(encounter)) {
            text_addf(&text, "-%zu", encounter->b);
        }
    }
    assert_string_equal(text.data, expected);
    text_release(&text);
}

// What an event looks like from the outside, counted anew.
typedef struct Meetings {
    int met[SCHEDULE_PLAYERS_MAX][SCHEDULE_PLAYERS_MAX];
    int byes[SCHEDULE_PLAYERS_MAX];
} Meetings;

// How often each two meet in a round of groups, and in its final.
static inline void play_groups(
    Event *event, size_t players, Judge judge, Rng *rng, Meetings met[2]) {
    *event = (Event){.schedule = {.format = SCHEDULE_GROUPS, .player_count = players}};
    for (int round = 0; round < 2; round++) {
        Encounter *out = event->encounters + event->count;
        size_t count =
            schedule_round(&event->schedule, round, event->encounters, event->count, out);
        assert_int_equal(count, schedule_encounters(&event->schedule, round));
        for (size_t i = 0; i < count; i++) {
            judge(&out[i], rng);
            out[i].is_over = true;
            met[round].met[out[i].a][out[i].b]++;
            met[round].met[out[i].b][out[i].a]++;
        }
        event->count += count;
    }
}
