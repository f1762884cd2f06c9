#pragma once
// Who meets whom: the five formats, as a function of what has been played.
//
// A match goes in rounds of encounters; an encounter is a number of games between two players, in
// pairs. Round robin and gauntlet are one round. The rounds of Swiss, knockout and groups follow
// from the points of the rounds before, so a match that was stopped goes on as it would have.
//
// A player may be out from some round on (disqualified): its encounters from there are lost by
// default, and formats that draw a new round leave it out.

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/slice.h"

typedef enum ScheduleFormat {
    SCHEDULE_ROUND_ROBIN, // everybody meets everybody
    SCHEDULE_GAUNTLET,    // the first player meets everybody
    SCHEDULE_SWISS,       // those with like points meet, nobody twice if that can be helped; in an
                          // odd field one sits out, nobody twice before all have
    SCHEDULE_KNOCKOUT,    // who scores less is out; level, more pairs are played (match.h), and if
                          // they are level still, the earlier of the list goes on. The first of
                          // the list have a bye in the first round if one is needed
    SCHEDULE_GROUPS,      // a round robin in each group, then one of the best two of each
} ScheduleFormat;

#define SCHEDULE_FORMAT_COUNT (SCHEDULE_GROUPS + 1)

bool schedule_format_find(Slice name, ScheduleFormat *out);
const char *schedule_format_name(ScheduleFormat format);

#define SCHEDULE_PLAYERS_MAX 256
#define SCHEDULE_ENCOUNTERS_MAX (SCHEDULE_PLAYERS_MAX * (SCHEDULE_PLAYERS_MAX - 1) / 2)

typedef struct Encounter {
    int round; // from 0
    size_t a;
    size_t b;  // the same as `a` for a bye: no games, a win in points
    int games; // how many it has by now
    double points_a;
    double points_b;
    bool is_over; // no game of it is left to play
} Encounter;

// The player who goes on to the next round: of two that are level, the earlier of the list.
size_t encounter_winner(const Encounter *encounter);

typedef struct Schedule {
    ScheduleFormat format;
    size_t player_count;
    int rounds;            // Swiss: how many to play; 0 for as many as single out a winner
    size_t group_count;    // groups: how many; 0 for two or more, of at most eight players
    const int *out_rounds; // by player: out from that round on; null if nobody is
} Schedule;

// In out_rounds, of a player that stays.
#define SCHEDULE_STAYS INT_MAX

// Whether a player is out in that round.
bool schedule_is_out(const Schedule *schedule, size_t player, int round);

// How many rounds there will be.
int schedule_rounds(const Schedule *schedule);

// How many encounters a round has at most, byes among them.
size_t schedule_encounters(const Schedule *schedule, int round);

// The group of a player, from 0. The list is dealt out to and fro, so that all are about as strong.
size_t schedule_group(const Schedule *schedule, size_t player);

// The encounters of a round, given all those of the rounds before with their points. Writes at most
// schedule_encounters and returns how many.
size_t schedule_round(const Schedule *schedule, int round, const Encounter *played,
    size_t played_count, Encounter *out);
