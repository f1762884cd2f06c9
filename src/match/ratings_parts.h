#pragma once
// What the two files of ratings share: games as pairings of players (ratings.c) and the fit on top
// of them (ratings_fit.c). Ratings are kept in nats of log-odds here; the interface speaks Elo.

#include <stdbool.h>
#include <stdint.h>

#include "match/ratings.h"
#include "match/sparse.h"

#define NO_ROW UINT32_MAX

typedef struct RatedPlayer {
    bool is_anchor;
    bool is_successor;
    bool has_news; // since its error was computed
    uint32_t row;  // in the information matrix, NO_ROW for an anchor
    double rating;
    double error;
} RatedPlayer;

// Two players that have met, or of whom one is the successor of the other.
typedef struct RatedPairing {
    uint32_t players[2]; // the lower number first
    double points;       // that the first took from the second
    double games;
    double draws;
    double prior_games; // drawn, and not counted above
} RatedPairing;

struct Ratings {
    RatedPlayer *players;
    size_t player_count;
    size_t player_capacity;
    RatedPairing *pairings; // the first `sorted_count` are in order and different
    size_t pairing_count;
    size_t pairing_capacity;
    size_t sorted_count;
    double centre;
    bool is_floating;
    // The information matrix (minus the second derivative of the log-likelihood) of the players
    // that are not anchors; null when it has to be made anew.
    Sparse *information;
    size_t row_count;
    double *diagonal;
    double *gradient;
    double *weight; // of the pairings between two of them
    SparseLanes *sides;
};

// Whether it is an entry of the matrix.
static inline bool pairing_is_edge(const Ratings *ratings, const RatedPairing *pairing) {
    return ratings->players[pairing->players[0]].row != NO_ROW &&
           ratings->players[pairing->players[1]].row != NO_ROW;
}

// Computes the ratings that are left from where they are, then the errors of those with news.
// `factor_always` is for a start from far away, where the information changes with every round.
void ratings_solve(Ratings *ratings, bool factor_always);
