#pragma once
// Who stands where in an event, by its points and tie-breaks: a function of its encounters.
//
// First come those who got furthest: in a knockout by rounds, in groups those of the final. Then
// points count, of all encounters, or in groups of the stage that one has reached. Tie-breaks:
//
//   Swiss     Buchholz, then Sonneborn-Berger
//   others    the points among those who are level, then Sonneborn-Berger
//
// and in the end the order of the list. Players who are out come last, whatever they won.

#include "match/schedule.h"

typedef struct Standing {
    size_t player;
    bool is_out;
    int stage; // knockout: rounds survived; groups: 1 in the final; else 0
    double points;
    double direct;   // points against those with the same stage and points
    double buchholz; // the points of all opponents in the same stage; a bye is one with one's own
    double sonneborn_berger; // their points, times the share that one took off them
} Standing;

// Writes the standing of every player, best first.
void standings_compute(
    const Schedule *schedule, const Encounter *encounters, size_t count, Standing *out);
