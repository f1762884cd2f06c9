#include "match/ratings.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/logit.h"

// Ratings are kept in nats of log-odds here; only the interface speaks Elo.

// The prior: how many games every player has drawn with the centre of the scale.
#define PRIOR_GAMES 1.0

// A fit is done when the step left is a millionth of a standard error. That takes about 10 rounds,
// and 209 in a chain of 300 players who each won all of 1000 games against the next: the limit is
// only there to make the end certain.
#define DECREMENT_MIN 1e-12
#define ROUNDS_MAX 1000

typedef struct Pairing {
    double points; // that the row's player took from the column's
    double draws;
} Pairing;

struct Ratings {
    size_t player_count;
    Pairing *pairings; // a matrix: row by row, a row for each player
    bool *anchored;
    double *rating;
    double *error;
    double centre;
    // Work space of a fit. An anchored player's row of the information matrix is that of the
    // identity, so that no step moves it and no other player's row sees it.
    double *information; // a matrix of which only the lower triangle is used
    double *gradient;
    double *step;
};

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        abort();
    }
    return memory;
}

Ratings *ratings_new(size_t player_count) {
    Ratings *ratings = allocate(1, sizeof *ratings);
    size_t cells = player_count * player_count;
    *ratings = (Ratings){
        .player_count = player_count,
        .pairings = allocate(cells, sizeof *ratings->pairings),
        .anchored = allocate(player_count, sizeof *ratings->anchored),
        .rating = allocate(player_count, sizeof *ratings->rating),
        .error = allocate(player_count, sizeof *ratings->error),
        .information = allocate(cells, sizeof *ratings->information),
        .gradient = allocate(player_count, sizeof *ratings->gradient),
        .step = allocate(player_count, sizeof *ratings->step),
    };
    return ratings;
}

void ratings_free(Ratings *ratings) {
    if (!ratings) {
        return;
    }
    free(ratings->pairings);
    free(ratings->anchored);
    free(ratings->rating);
    free(ratings->error);
    free(ratings->information);
    free(ratings->gradient);
    free(ratings->step);
    free(ratings);
}

static Pairing *pairing_at(const Ratings *ratings, size_t row, size_t column) {
    return &ratings->pairings[row * ratings->player_count + column];
}

void ratings_add(Ratings *ratings, size_t first, size_t second, const Tally *games) {
    assert(first < ratings->player_count && second < ratings->player_count && first != second);
    assert(games->unit == TALLY_TRINOMIAL);
    double losses = (double)games->count[0];
    double draws = (double)games->count[1];
    double wins = (double)games->count[2];
    Pairing *there = pairing_at(ratings, first, second);
    Pairing *back = pairing_at(ratings, second, first);
    there->points += wins + draws / 2;
    back->points += losses + draws / 2;
    there->draws += draws;
    back->draws += draws;
}

void ratings_anchor(Ratings *ratings, size_t player, double elo) {
    assert(player < ratings->player_count && isfinite(elo));
    ratings->anchored[player] = true;
    ratings->rating[player] = elo / ELO_PER_NAT;
}

Rating ratings_get(const Ratings *ratings, size_t player) {
    assert(player < ratings->player_count);
    return (Rating){
        .elo = ratings->rating[player] * ELO_PER_NAT,
        .error = ratings->error[player] * ELO_PER_NAT,
    };
}

// Puts every free player at the centre. Returns whether there are anchors.
static bool fit_start(Ratings *ratings) {
    double sum = 0;
    size_t anchor_count = 0;
    for (size_t i = 0; i < ratings->player_count; i++) {
        if (ratings->anchored[i]) {
            sum += ratings->rating[i];
            anchor_count++;
        }
    }
    ratings->centre = anchor_count > 0 ? sum / (double)anchor_count : 0;
    for (size_t i = 0; i < ratings->player_count; i++) {
        if (!ratings->anchored[i]) {
            ratings->rating[i] = ratings->centre;
        }
    }
    return anchor_count > 0;
}

// What is expected of a game: the score, and the variance of the score if it cannot be drawn.
static Moments expectation(double difference) {
    double score = logit_to_probability(difference);
    return (Moments){score, score * (1 - score)};
}

static Moments prior_expectation(const Ratings *ratings, size_t player) {
    return expectation(ratings->rating[player] - ratings->centre);
}

static double pairing_games(const Ratings *ratings, size_t first, size_t second) {
    return pairing_at(ratings, first, second)->points + pairing_at(ratings, second, first)->points;
}

// Writes a free player's row of the information matrix (minus the second derivative of the
// log-likelihood) and its entry of the gradient.
static void fit_row(Ratings *ratings, size_t player) {
    double *row = &ratings->information[player * ratings->player_count];
    Moments prior = prior_expectation(ratings, player);
    double gradient = PRIOR_GAMES * (0.5 - prior.mean);
    double information = PRIOR_GAMES * prior.variance;
    for (size_t other = 0; other < ratings->player_count; other++) {
        double games = other == player ? 0 : pairing_games(ratings, player, other);
        if (games == 0) {
            continue;
        }
        Moments game = expectation(ratings->rating[player] - ratings->rating[other]);
        gradient += pairing_at(ratings, player, other)->points - games * game.mean;
        information += games * game.variance;
        if (!ratings->anchored[other]) {
            row[other] = -games * game.variance;
        }
    }
    row[player] = information;
    ratings->gradient[player] = gradient;
}

static void fit_derivatives(Ratings *ratings) {
    size_t count = ratings->player_count;
    memset(ratings->information, 0, count * count * sizeof *ratings->information);
    for (size_t i = 0; i < count; i++) {
        if (ratings->anchored[i]) {
            ratings->information[i * count + i] = 1;
            ratings->gradient[i] = 0;
        } else {
            fit_row(ratings, i);
        }
    }
}

// Replaces the lower triangle of a positive definite matrix by its Cholesky factor.
static void cholesky_factor(double *matrix, size_t count) {
    for (size_t i = 0; i < count; i++) {
        double *row = &matrix[i * count];
        for (size_t j = 0; j <= i; j++) {
            const double *above = &matrix[j * count];
            double sum = row[j];
            for (size_t k = 0; k < j; k++) {
                sum -= row[k] * above[k];
            }
            row[j] = j < i ? sum / above[j] : sqrt(sum);
        }
        assert(row[i] > 0);
    }
}

// Solves factor * x = vector in place, knowing that the vector is 0 before `first`.
static void cholesky_forward(const double *factor, size_t count, size_t first, double *vector) {
    for (size_t i = first; i < count; i++) {
        const double *row = &factor[i * count];
        double sum = vector[i];
        for (size_t k = first; k < i; k++) {
            sum -= row[k] * vector[k];
        }
        vector[i] = sum / row[i];
    }
}

// Solves transposed factor * x = vector in place.
static void cholesky_backward(const double *factor, size_t count, double *vector) {
    for (size_t i = count; i-- > 0;) {
        const double *row = &factor[i * count];
        vector[i] /= row[i];
        for (size_t k = 0; k < i; k++) {
            vector[k] -= row[k] * vector[i];
        }
    }
}

// One round of Newton's method, damped. Returns the square of the whole step's length, measured in
// standard errors.
//
// Along a step that changes no difference by more than d, the information changes at most by the
// factor exp(d). Going ln(1 + d) / d of the way maximises the gain that is certain under that
// bound, so every round gains without a trial, from any start, and the last ones are whole steps
// (Sun and Tran-Dinh, "Generalized self-concordant functions", 2019).
static double fit_round(Ratings *ratings) {
    size_t count = ratings->player_count;
    fit_derivatives(ratings);
    cholesky_factor(ratings->information, count);
    memcpy(ratings->step, ratings->gradient, count * sizeof *ratings->step);
    cholesky_forward(ratings->information, count, 0, ratings->step);
    cholesky_backward(ratings->information, count, ratings->step);
    double decrement = 0;
    double step_min = 0;
    double step_max = 0;
    for (size_t i = 0; i < count; i++) {
        decrement += ratings->gradient[i] * ratings->step[i];
        step_min = fmin(step_min, ratings->step[i]);
        step_max = fmax(step_max, ratings->step[i]);
    }
    double reach = step_max - step_min;
    double damping = reach > 0 ? log1p(reach) / reach : 1;
    for (size_t i = 0; i < count; i++) {
        ratings->rating[i] += damping * ratings->step[i];
    }
    return decrement;
}

static void fit_centre(Ratings *ratings) {
    double sum = 0;
    for (size_t i = 0; i < ratings->player_count; i++) {
        sum += ratings->rating[i];
    }
    for (size_t i = 0; i < ratings->player_count; i++) {
        ratings->rating[i] -= sum / (double)ratings->player_count;
    }
}

// The variance of the games' scores as a share of what it would be if no game could be drawn.
//
// A game with an expected score of p has the variance p (1 - p) less a quarter of its chance to be
// drawn. The information matrix knows nothing of that, so without this factor errors would be too
// wide by a fifth where a third of the games are drawn. One factor for all, because single pairings
// have too few games to tell.
static double fit_dispersion(const Ratings *ratings) {
    double variance = 0;
    double variance_drawless = 0;
    for (size_t i = 0; i < ratings->player_count; i++) {
        if (ratings->anchored[i]) {
            continue;
        }
        double prior_variance = PRIOR_GAMES * prior_expectation(ratings, i).variance;
        variance += prior_variance;
        variance_drawless += prior_variance;
        for (size_t j = 0; j < ratings->player_count; j++) {
            if (j == i || (j < i && !ratings->anchored[j])) {
                continue;
            }
            double drawless = pairing_games(ratings, i, j) *
                              expectation(ratings->rating[i] - ratings->rating[j]).variance;
            variance += fmax(drawless - pairing_at(ratings, i, j)->draws / 4, 0);
            variance_drawless += drawless;
        }
    }
    return variance_drawless > 0 ? variance / variance_drawless : 1;
}

// Errors from the covariance, the inverse of the information that the last round left factored.
//
// On a floating scale it is the covariance of the distances from the mean: every entry less the
// means of its row and column, plus the mean of all. As the prior vanishes, that becomes the
// pseudo-inverse of the information.
static void fit_errors(Ratings *ratings, bool floating) {
    size_t count = ratings->player_count;
    double *row_sum = ratings->gradient; // of the covariance
    double total = 0;
    for (size_t i = 0; i < count; i++) {
        row_sum[i] = 1;
    }
    cholesky_forward(ratings->information, count, 0, row_sum);
    cholesky_backward(ratings->information, count, row_sum);
    for (size_t i = 0; i < count; i++) {
        total += row_sum[i];
    }
    double dispersion = fit_dispersion(ratings);
    for (size_t i = 0; i < count; i++) {
        if (ratings->anchored[i]) {
            ratings->error[i] = 0;
            continue;
        }
        double *column = ratings->step; // of the factor's inverse
        memset(column, 0, count * sizeof *column);
        column[i] = 1;
        cholesky_forward(ratings->information, count, i, column);
        double variance = 0;
        for (size_t k = i; k < count; k++) {
            variance += column[k] * column[k];
        }
        if (floating) {
            double n = (double)count;
            variance += (total / n - 2 * row_sum[i]) / n;
        }
        ratings->error[i] = NORMAL_95 * sqrt(dispersion * fmax(variance, 0));
    }
}

void ratings_fit(Ratings *ratings) {
    if (ratings->player_count == 0) {
        return;
    }
    bool floating = !fit_start(ratings);
    double decrement;
    int rounds = 0;
    do {
        decrement = fit_round(ratings);
        rounds++;
    } while (decrement >= DECREMENT_MIN && rounds < ROUNDS_MAX);
    fit_errors(ratings, floating);
    if (floating) {
        fit_centre(ratings);
    }
}
