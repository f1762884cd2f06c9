#pragma once
// Ratings of many players from all their games at once.
//
// The model is Bradley and Terry's: a difference of d Elo makes an expected score of
// 1 / (1 + 10^(-d/400)), and a draw is half a win for each. That draws vary less than wins and
// losses do is in the errors: it is a quasi-likelihood with the variance estimated from the games
// (docs/decisions/0018). The ratings are the likeliest ones given the games and a weak prior: half
// a win and half a loss for every player against the centre of the scale (Jeffreys' prior for a
// single opponent). That keeps players who won or lost everything finite and groups that never met
// comparable, and fades after a few dozen games.
//
// A player may be the successor of another one, as a new version of a program is. Then the prior is
// two wins and two losses against the predecessor instead: it starts with the rating of the
// predecessor, and with a doubt of 174 Elo (one standard deviation) about the difference.
//
// The centre is the mean of the anchors, the players whose rating is given. Without anchors only
// differences mean anything: the mean rating is then 0, and errors are those of the distance from
// the mean.
//
// The result depends only on the counts, links and anchors, not on the order in which they were
// given. Time and memory grow with the number of pairs of players that have met: 1,000 players
// with 100,000 games take about half a second, and a few games more 20 ms (ratings_refit).

#include <stdbool.h>
#include <stddef.h>

#include "match/stats.h"

typedef struct Ratings Ratings;

typedef struct Rating {
    double elo;
    double error; // half the width of the 95 % interval; 0 for an anchor
} Rating;

// Players are numbered from 0. Free with ratings_free.
Ratings *ratings_new(size_t player_count);
void ratings_free(Ratings *ratings);

// One player more; returns its number.
size_t ratings_add_player(Ratings *ratings);

// Makes a player the successor of another with a lower number; once at most, before games are
// added.
void ratings_succeed(Ratings *ratings, size_t player, size_t predecessor);

// Adds games between two different players, counted for the first one. The tally's unit must be
// single games: of two games in a pair, DD and WL are one cell but not the same evidence here.
void ratings_add(Ratings *ratings, size_t first, size_t second, const Tally *games);

// Fixes a player's rating.
void ratings_anchor(Ratings *ratings, size_t player, double elo);

// Computes all ratings and errors; again after games, players or anchors were added.
void ratings_fit(Ratings *ratings);

// The same after a few games more: starts from the last solution, and computes only the errors of
// those who have new games if `all_errors` is not set.
void ratings_refit(Ratings *ratings, bool all_errors);

// A player's rating from the last fit. Errors take games as independent; those of a pair of games
// with one opening are usually less variable than that, so they err on the wide side.
Rating ratings_get(const Ratings *ratings, size_t player);
