#pragma once
// Who meets whom: the four formats, as a function of what has been played.
//
// A match goes in rounds of encounters; an encounter is a number of games between two players, in
// pairs. Round robin and gauntlet are one round. The rounds of Swiss and knockout follow from the
// points of the rounds before, so a match that was stopped goes on as it would have.

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/slice.h"

typedef enum ScheduleFormat {
    SCHEDULE_ROUND_ROBIN, // everybody meets everybody
    SCHEDULE_GAUNTLET,    // the first player meets everybody
    SCHEDULE_SWISS,       // those with like points meet, nobody twice if that can be helped; in an
                          // odd field one sits out, nobody twice before all have
    SCHEDULE_KNOCKOUT,    // who scores less is out; level, the earlier of the list goes on, and the
                          // first of the list have a bye in the first round if one is needed
} ScheduleFormat;

bool schedule_format_find(Slice name, ScheduleFormat *out);
const char *schedule_format_name(ScheduleFormat format);

#define SCHEDULE_PLAYERS_MAX 64
#define SCHEDULE_ENCOUNTERS_MAX (SCHEDULE_PLAYERS_MAX * (SCHEDULE_PLAYERS_MAX - 1) / 2)

typedef struct Encounter {
    int round; // from 0
    size_t a;
    size_t b; // the same as `a` for a bye: no games, a win in points
    double points_a;
    double points_b;
} Encounter;

typedef struct Schedule {
    ScheduleFormat format;
    size_t player_count;
    int rounds; // Swiss: how many to play; 0 for as many as single out a winner
} Schedule;

// How many rounds there will be.
int schedule_rounds(const Schedule *schedule);

// The encounters of a round, given all those of the rounds before with their points. Writes at most
// SCHEDULE_ENCOUNTERS_MAX and returns how many.
size_t schedule_round(const Schedule *schedule, int round, const Encounter *played,
    size_t played_count, Encounter *out);
