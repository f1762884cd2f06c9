#pragma once
// Who plays whom next on a ladder. A pure function: the same bots and number give the same pairs.
//
// A pair is made for one bot, the seeker, in the order:
//   1. newcomers, who have no game yet: they never wait for others;
//   2. in every fourth pair, the bot that has waited longest: each of n bots plays within 4 n;
//   3. the bot with the largest error, with the games that are under way counted as played.
// A settled bot does not seek: its error is small enough, or it has played its games. So a ladder
// on which nothing changes comes to rest; a newcomer's opponents may be settled bots.
//
// In the first two cases it meets an anchor if there is one: a newcomer gets its first games soon,
// for these engines think for a moment, and all ratings stay tied to the scale, which games among
// others say nothing about. (In the test, ratings of 40 bots were 59 Elo from the truth on the
// average after 600 pairs, and 71 when anchors were met as anybody else.)
//
// Else its opponent is one of those with whom a pair tells most: by how much the variance of the
// two ratings is expected to fall, which prefers those who are near and those who are little known.
// Half of the choice is above the seeker and half below where there are so many, so that a leader
// finds opponents too (Halite III, issue 207), and chance picks among them, so no two meet again
// and again. Bots of one owner never meet; the house is one owner. Each bot has few games under
// way; anchors, which are engines of the house, never seek and have no such limit.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How many pairs of a bot may be under way.
#define PAIRING_OPEN_MAX 2

typedef struct PairingBot {
    int64_t owner_id; // 0: the house
    bool is_anchor;
    double elo;
    double error; // half the width of the 95 % interval, as in ratings.h
    bool is_settled;
    int64_t open_count;
    int64_t pair_count; // under way or played
    int64_t last_pair;  // the number of its last pair, 0: none
} PairingBot;

typedef struct PairingChoice {
    size_t first; // begins game 0
    size_t second;
} PairingChoice;

static inline bool pairing_is_newcomer(const PairingBot *bot) {
    return !bot->is_anchor && bot->pair_count == 0;
}

// After so many games a version is settled whatever its error is, if one with `error_max` is known
// well enough: twice as many as one among its equals needs. Who wins or loses nearly all of its
// games would never get there. 0: never.
int64_t pairing_games_max(int64_t error_max);

// Whether a rating with this error after so many games is settled.
bool pairing_is_settled(double error, int64_t games, int64_t error_max);

// Chooses up to `wanted` pairs and returns how many; `number` is that of the first one, from 1. The
// bots are counted on as if the pairs were under way.
size_t pairing_choose(
    PairingBot *bots, size_t count, int64_t number, size_t wanted, PairingChoice *out);
