#include "match/schedule.h"

#include <assert.h>
#include <stdlib.h>

// What pairing a Swiss round may take, about a millisecond, before somebody has to meet again.
#define ATTEMPTS_MAX 100000

static const char *const NAMES[] = {"round-robin", "gauntlet", "swiss", "knockout"};

bool schedule_format_find(Slice name, ScheduleFormat *out) {
    for (int i = SCHEDULE_ROUND_ROBIN; i <= SCHEDULE_KNOCKOUT; i++) {
        if (slice_is(name, NAMES[i])) {
            *out = (ScheduleFormat)i;
            return true;
        }
    }
    return false;
}

const char *schedule_format_name(ScheduleFormat format) {
    return NAMES[format];
}

// The rounds of a knockout: halvings of the field until one is left.
static int halvings(size_t player_count) {
    int rounds = 0;
    for (size_t left = player_count; left > 1; left = (left + 1) / 2) {
        rounds++;
    }
    return rounds;
}

int schedule_rounds(const Schedule *schedule) {
    switch (schedule->format) {
    case SCHEDULE_ROUND_ROBIN:
    case SCHEDULE_GAUNTLET:
        return 1;
    case SCHEDULE_SWISS:
        return schedule->rounds ? schedule->rounds : halvings(schedule->player_count) + 1;
    case SCHEDULE_KNOCKOUT:
        return halvings(schedule->player_count);
    }
    return 0;
}

static size_t round_of_all(const Schedule *schedule, Encounter *out) {
    size_t count = 0;
    size_t last = schedule->format == SCHEDULE_GAUNTLET ? 1 : schedule->player_count;
    for (size_t a = 0; a < last; a++) {
        for (size_t b = a + 1; b < schedule->player_count; b++) {
            out[count++] = (Encounter){.a = a, .b = b};
        }
    }
    return count;
}

typedef struct Standing {
    size_t player;
    double points;
    int byes;
    bool is_paired;
} Standing;

static int by_points(const void *a, const void *b) {
    const Standing *x = a;
    const Standing *y = b;
    if (x->points != y->points) {
        return x->points < y->points ? 1 : -1;
    }
    return (x->player > y->player) - (x->player < y->player);
}

// A Swiss round in the making.
typedef struct Pairing {
    Standing standings[SCHEDULE_PLAYERS_MAX]; // best first
    size_t player_count;
    int met[SCHEDULE_PLAYERS_MAX][SCHEDULE_PLAYERS_MAX]; // how often two have met
    int met_max;                                         // how often they may have
    int budget;                                          // of attempts
    Encounter *out;
    size_t out_count;
} Pairing;

// Pairs all who are not paired yet, nearest neighbours first. Backtracks when a choice leaves no
// way, within the budget: late in an event there may be no solution.
static bool pair_rest(Pairing *pairing) {
    Standing *standings = pairing->standings;
    size_t first = 0;
    while (first < pairing->player_count && standings[first].is_paired) {
        first++;
    }
    if (first == pairing->player_count) {
        return true;
    }
    standings[first].is_paired = true;
    for (size_t i = first + 1; i < pairing->player_count && --pairing->budget > 0; i++) {
        size_t a = standings[first].player;
        size_t b = standings[i].player;
        if (standings[i].is_paired || pairing->met[a][b] > pairing->met_max) {
            continue;
        }
        standings[i].is_paired = true;
        pairing->out[pairing->out_count++] = (Encounter){.a = a, .b = b};
        if (pair_rest(pairing)) {
            return true;
        }
        pairing->out_count--;
        standings[i].is_paired = false;
    }
    standings[first].is_paired = false;
    return false;
}

// As pair_rest, but in an odd field the last who has had no bye, and leaves the others a way, sits
// out. Once everybody has had one, byes begin anew.
static bool pair_all(Pairing *pairing) {
    if (pairing->player_count % 2 == 0) {
        return pair_rest(pairing);
    }
    int byes_min = pairing->standings[0].byes;
    for (size_t i = 1; i < pairing->player_count; i++) {
        int byes = pairing->standings[i].byes;
        byes_min = byes < byes_min ? byes : byes_min;
    }
    for (size_t i = pairing->player_count; i-- > 0;) {
        Standing *standing = &pairing->standings[i];
        if (standing->byes > byes_min) {
            continue;
        }
        standing->is_paired = true;
        pairing->out[0] = (Encounter){.a = standing->player, .b = standing->player};
        pairing->out_count = 1;
        if (pair_rest(pairing)) {
            return true;
        }
        standing->is_paired = false;
    }
    return false;
}

static size_t swiss_round(
    const Schedule *schedule, const Encounter *played, size_t played_count, Encounter *out) {
    Pairing pairing = {
        .player_count = schedule->player_count,
        .budget = ATTEMPTS_MAX,
        .out = out,
    };
    for (size_t i = 0; i < pairing.player_count; i++) {
        pairing.standings[i].player = i;
    }
    for (size_t i = 0; i < played_count; i++) {
        size_t a = played[i].a;
        size_t b = played[i].b;
        pairing.standings[a].points += played[i].points_a;
        if (a == b) {
            pairing.standings[a].byes++;
        } else {
            pairing.standings[b].points += played[i].points_b;
            pairing.met[a][b]++;
            pairing.met[b][a]++;
        }
    }
    qsort(pairing.standings, pairing.player_count, sizeof *pairing.standings, by_points);
    // If somebody has to meet again, then nobody more often than needed. This ends: once everything
    // is allowed, neighbours are paired without a single attempt in vain.
    while (!pair_all(&pairing)) {
        pairing.met_max++;
        pairing.budget = ATTEMPTS_MAX;
    }
    return pairing.out_count;
}

static size_t winner(const Encounter *encounter) {
    if (encounter->points_a == encounter->points_b) {
        return encounter->a < encounter->b ? encounter->a : encounter->b;
    }
    return encounter->points_a > encounter->points_b ? encounter->a : encounter->b;
}

// The list of players is the seeding: the best meets the last, the second the last but one. Where
// the first round lacks players to fill the bracket, the best of the list have a bye.
//
//      five players         0 --      1 --      2 --      3 4
//      winners             [0,        1,        2,        w]
//      next round           0 w       1 2
static size_t knockout_round(const Schedule *schedule, int round, const Encounter *played,
    size_t played_count, Encounter *out) {
    size_t left[SCHEDULE_PLAYERS_MAX];
    size_t left_count = 0;
    size_t places = (size_t)1 << (schedule_rounds(schedule) - round);
    if (round == 0) {
        for (size_t i = 0; i < schedule->player_count; i++) {
            left[left_count++] = i;
        }
    }
    for (size_t i = 0; i < played_count; i++) {
        if (played[i].round == round - 1) {
            left[left_count++] = winner(&played[i]);
        }
    }
    for (size_t i = 0; i < places / 2; i++) {
        size_t other = places - 1 - i;
        out[i] = (Encounter){.a = left[i], .b = left[other < left_count ? other : i]};
    }
    return places / 2;
}

size_t schedule_round(const Schedule *schedule, int round, const Encounter *played,
    size_t played_count, Encounter *out) {
    assert(round < schedule_rounds(schedule));
    size_t count = 0;
    switch (schedule->format) {
    case SCHEDULE_ROUND_ROBIN:
    case SCHEDULE_GAUNTLET:
        count = round_of_all(schedule, out);
        break;
    case SCHEDULE_SWISS:
        count = swiss_round(schedule, played, played_count, out);
        break;
    case SCHEDULE_KNOCKOUT:
        count = knockout_round(schedule, round, played, played_count, out);
        break;
    }
    for (size_t i = 0; i < count; i++) {
        out[i].round = round;
    }
    return count;
}
