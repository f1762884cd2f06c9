#include "match/schedule.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "match/standings.h"

// How many attempts at pairing a Swiss round, about a millisecond of them, before somebody has to
// meet once more than so far. Then as many again: at most once for each round that was played.
#define ATTEMPTS_MAX 100000

// Groups: small enough that everybody meets everybody, and how many of each reach the final.
#define GROUP_SIZE 8
#define GROUP_QUALIFIERS 2

static const char *const NAMES[] = {"round-robin", "gauntlet", "swiss", "knockout", "groups"};

bool schedule_format_find(Slice name, ScheduleFormat *out) {
    for (int i = 0; i < SCHEDULE_FORMAT_COUNT; i++) {
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
    case SCHEDULE_GROUPS:
        return 2;
    }
    return 0;
}

bool schedule_is_out(const Schedule *schedule, size_t player, int round) {
    return schedule->out_rounds && schedule->out_rounds[player] <= round;
}

static size_t count_groups(const Schedule *schedule) {
    size_t players = schedule->player_count;
    size_t count = schedule->group_count;
    if (count == 0) {
        count = (players + GROUP_SIZE - 1) / GROUP_SIZE;
        count = count < 2 ? 2 : count;
    }
    // A group needs two who can meet.
    return count > players / 2 ? players / 2 : count;
}

//      groups     0  1  2
//      players    0  1  2
//                 5  4  3
//                 6  7
size_t schedule_group(const Schedule *schedule, size_t player) {
    size_t groups = count_groups(schedule);
    size_t column = player % groups;
    return player / groups % 2 == 0 ? column : groups - 1 - column;
}

static size_t meetings(size_t players) {
    return players * (players - 1) / 2;
}

static size_t meetings_in_groups(const Schedule *schedule) {
    size_t groups = count_groups(schedule);
    size_t larger = schedule->player_count % groups;
    size_t size = schedule->player_count / groups;
    return larger * meetings(size + 1) + (groups - larger) * meetings(size);
}

size_t schedule_encounters(const Schedule *schedule, int round) {
    switch (schedule->format) {
    case SCHEDULE_ROUND_ROBIN:
        return meetings(schedule->player_count);
    case SCHEDULE_GAUNTLET:
        return schedule->player_count - 1;
    case SCHEDULE_SWISS:
        return (schedule->player_count + 1) / 2;
    case SCHEDULE_KNOCKOUT:
        return (size_t)1 << (schedule_rounds(schedule) - 1 - round);
    case SCHEDULE_GROUPS:
        return round == 0 ? meetings_in_groups(schedule)
                          : meetings(GROUP_QUALIFIERS * count_groups(schedule));
    }
    return 0;
}

#define NO_GROUP SIZE_MAX

// Everybody meets everybody of the same group once.
static size_t meet_in_groups(const size_t *groups, size_t player_count, Encounter *out) {
    size_t count = 0;
    for (size_t a = 0; a < player_count; a++) {
        for (size_t b = a + 1; groups[a] != NO_GROUP && b < player_count; b++) {
            if (groups[a] == groups[b]) {
                out[count++] = (Encounter){.a = a, .b = b};
            }
        }
    }
    return count;
}

static size_t round_of_all(const Schedule *schedule, Encounter *out) {
    const size_t groups[SCHEDULE_PLAYERS_MAX] = {0};
    return meet_in_groups(groups, schedule->player_count, out);
}

static size_t round_of_one(const Schedule *schedule, Encounter *out) {
    for (size_t b = 1; b < schedule->player_count; b++) {
        out[b - 1] = (Encounter){.a = 0, .b = b};
    }
    return schedule->player_count - 1;
}

static size_t round_of_groups(const Schedule *schedule, Encounter *out) {
    size_t groups[SCHEDULE_PLAYERS_MAX];
    for (size_t i = 0; i < schedule->player_count; i++) {
        groups[i] = schedule_group(schedule, i);
    }
    return meet_in_groups(groups, schedule->player_count, out);
}

// The best of each group who are not out are one group.
static size_t final_of_groups(
    const Schedule *schedule, const Encounter *played, size_t played_count, Encounter *out) {
    Standing standings[SCHEDULE_PLAYERS_MAX];
    size_t taken[SCHEDULE_PLAYERS_MAX] = {0}; // of each group
    size_t groups[SCHEDULE_PLAYERS_MAX];
    standings_compute(schedule, played, played_count, standings);
    for (size_t i = 0; i < schedule->player_count; i++) {
        size_t player = standings[i].player;
        bool goes_on = !schedule_is_out(schedule, player, 1) &&
                       taken[schedule_group(schedule, player)]++ < GROUP_QUALIFIERS;
        groups[player] = goes_on ? 0 : NO_GROUP;
    }
    return meet_in_groups(groups, schedule->player_count, out);
}

// A player of a Swiss round in the making.
typedef struct SwissPlace {
    size_t player;
    double points;
    int byes;
    bool is_out; // never paired, and last of all
    bool is_paired;
} SwissPlace;

static int by_points(const void *a, const void *b) {
    const SwissPlace *x = a;
    const SwissPlace *y = b;
    if (x->is_out != y->is_out) {
        return x->is_out ? 1 : -1;
    }
    if (x->points != y->points) {
        return x->points < y->points ? 1 : -1;
    }
    return (x->player > y->player) - (x->player < y->player);
}

// A Swiss round in the making.
typedef struct SwissPairing {
    SwissPlace places[SCHEDULE_PLAYERS_MAX];             // best first
    size_t player_count;                                 // who are not out
    int met[SCHEDULE_PLAYERS_MAX][SCHEDULE_PLAYERS_MAX]; // how often two have met
    int met_max;                                         // how often they may have
    int budget;                                          // of attempts
    Encounter *out;
    size_t out_count;
} SwissPairing;

// Pairs all who are not paired yet, nearest neighbours first. Backtracks when a choice leaves no
// way, within the budget: late in an event there may be no solution.
static bool pair_rest(SwissPairing *pairing) {
    SwissPlace *places = pairing->places;
    size_t first = 0;
    while (first < pairing->player_count && places[first].is_paired) {
        first++;
    }
    if (first == pairing->player_count) {
        return true;
    }
    places[first].is_paired = true;
    for (size_t i = first + 1; i < pairing->player_count && --pairing->budget > 0; i++) {
        size_t a = places[first].player;
        size_t b = places[i].player;
        if (places[i].is_paired || pairing->met[a][b] > pairing->met_max) {
            continue;
        }
        places[i].is_paired = true;
        pairing->out[pairing->out_count++] = (Encounter){.a = a, .b = b};
        if (pair_rest(pairing)) {
            return true;
        }
        pairing->out_count--;
        places[i].is_paired = false;
    }
    places[first].is_paired = false;
    return false;
}

// As pair_rest, but in an odd field the last who has had no bye, and leaves the others a way, sits
// out. Once everybody has had one, byes begin anew.
static bool pair_all(SwissPairing *pairing) {
    if (pairing->player_count % 2 == 0) {
        return pair_rest(pairing);
    }
    int byes_min = pairing->places[0].byes;
    for (size_t i = 1; i < pairing->player_count; i++) {
        int byes = pairing->places[i].byes;
        byes_min = byes < byes_min ? byes : byes_min;
    }
    for (size_t i = pairing->player_count; i-- > 0;) {
        SwissPlace *place = &pairing->places[i];
        if (place->byes > byes_min) {
            continue;
        }
        place->is_paired = true;
        pairing->out[0] = (Encounter){.a = place->player, .b = place->player};
        pairing->out_count = 1;
        if (pair_rest(pairing)) {
            return true;
        }
        place->is_paired = false;
    }
    return false;
}

static size_t swiss_round(const Schedule *schedule, int round, const Encounter *played,
    size_t played_count, Encounter *out) {
    SwissPairing pairing = {
        .player_count = schedule->player_count,
        .budget = ATTEMPTS_MAX,
        .out = out,
    };
    for (size_t i = 0; i < schedule->player_count; i++) {
        bool is_out = schedule_is_out(schedule, i, round);
        pairing.places[i] = (SwissPlace){.player = i, .is_out = is_out};
        pairing.player_count -= is_out;
    }
    for (size_t i = 0; i < played_count; i++) {
        size_t a = played[i].a;
        size_t b = played[i].b;
        pairing.places[a].points += played[i].points_a;
        if (a == b) {
            pairing.places[a].byes++;
        } else {
            pairing.places[b].points += played[i].points_b;
            pairing.met[a][b]++;
            pairing.met[b][a]++;
        }
    }
    qsort(pairing.places, schedule->player_count, sizeof *pairing.places, by_points);
    // If somebody has to meet again, then nobody more often than needed. This ends: once everything
    // is allowed, neighbours are paired without a single attempt in vain.
    while (!pair_all(&pairing)) {
        pairing.met_max++;
        pairing.budget = ATTEMPTS_MAX;
    }
    return pairing.out_count;
}

size_t encounter_winner(const Encounter *encounter) {
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
            left[left_count++] = encounter_winner(&played[i]);
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
        count = round_of_all(schedule, out);
        break;
    case SCHEDULE_GAUNTLET:
        count = round_of_one(schedule, out);
        break;
    case SCHEDULE_SWISS:
        count = swiss_round(schedule, round, played, played_count, out);
        break;
    case SCHEDULE_KNOCKOUT:
        count = knockout_round(schedule, round, played, played_count, out);
        break;
    case SCHEDULE_GROUPS:
        count = round == 0 ? round_of_groups(schedule, out)
                           : final_of_groups(schedule, played, played_count, out);
        break;
    }
    for (size_t i = 0; i < count; i++) {
        out[i].round = round;
    }
    return count;
}
