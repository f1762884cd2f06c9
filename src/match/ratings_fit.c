#include "match/ratings_parts.h"

#include <math.h>
#include <string.h>

#include "base/logit.h"

// The prior: how many games every player but a successor has drawn with the centre of the scale.
#define PRIOR_GAMES 1.0

// A fit is done when the step left is a millionth of a standard error. That takes about 10 rounds,
// and 209 in a chain of 300 players who each won all of 1000 games against the next: the limit is
// only there to make the end certain.
#define DECREMENT_MIN 1e-12
#define ROUNDS_MAX 1000

// What the solver may leave: of a step's gain, so that the next round is as good as Newton's; and
// of a variance, so that errors have four digits.
#define STEP_TOLERANCE 1e-10
#define VARIANCE_TOLERANCE 1e-6

// What is expected of a game: the score, and the variance of the score if it cannot be drawn.
static Moments expectation(double difference) {
    double score = logit_to_probability(difference);
    return (Moments){score, score * (1 - score)};
}

static double prior_games(const RatedPlayer *player) {
    return player->is_anchor || player->is_successor ? 0 : PRIOR_GAMES;
}

static double pairing_difference(const Ratings *ratings, const RatedPairing *pairing) {
    return ratings->players[pairing->players[0]].rating -
           ratings->players[pairing->players[1]].rating;
}

// Writes the information matrix and the gradient of the log-likelihood.
static void fit_derivatives(Ratings *ratings) {
    for (size_t i = 0; i < ratings->player_count; i++) {
        const RatedPlayer *player = &ratings->players[i];
        if (player->row != NO_ROW) {
            Moments prior = expectation(player->rating - ratings->centre);
            ratings->gradient[player->row] = prior_games(player) * (0.5 - prior.mean);
            ratings->diagonal[player->row] = prior_games(player) * prior.variance;
        }
    }
    size_t edge = 0;
    for (size_t i = 0; i < ratings->pairing_count; i++) {
        const RatedPairing *pairing = &ratings->pairings[i];
        Moments game = expectation(pairing_difference(ratings, pairing));
        double games = pairing->games + pairing->prior_games;
        double missing = pairing->points + pairing->prior_games / 2 - games * game.mean;
        double weight = games * game.variance;
        for (int end = 0; end < 2; end++) {
            uint32_t row = ratings->players[pairing->players[end]].row;
            if (row != NO_ROW) {
                ratings->gradient[row] += end == 0 ? missing : -missing;
                ratings->diagonal[row] += weight;
            }
        }
        if (pairing_is_edge(ratings, pairing)) {
            ratings->weight[edge++] = weight;
        }
    }
    sparse_set(ratings->information, ratings->diagonal, ratings->weight);
}

// One round of Newton's method, damped. Returns the square of the whole step's length, measured in
// standard errors.
//
// Along a step that changes no difference by more than d, the information changes at most by the
// factor exp(d). Going ln(1 + d) / d of the way maximises the gain that is certain under that
// bound, so every round gains without a trial, from any start, and the last ones are whole steps
// (Sun and Tran-Dinh, "Generalized self-concordant functions", 2019). All that it takes of the step
// is that its product with the gradient is its curvature, which holds in every iteration of
// conjugate gradients.
static double fit_round(Ratings *ratings, bool factor) {
    fit_derivatives(ratings);
    if (factor) {
        sparse_factor(ratings->information);
    }
    for (size_t i = 0; i < ratings->row_count; i++) {
        ratings->sides[i] = (SparseLanes){ratings->gradient[i]};
    }
    SparseLanes decrement;
    sparse_solve(ratings->information, ratings->sides, STEP_TOLERANCE, &decrement);
    double step_min = 0;
    double step_max = 0;
    for (size_t i = 0; i < ratings->row_count; i++) {
        step_min = fmin(step_min, ratings->sides[i][0]);
        step_max = fmax(step_max, ratings->sides[i][0]);
    }
    double reach = step_max - step_min;
    double damping = reach > 0 ? log1p(reach) / reach : 1;
    for (size_t i = 0; i < ratings->player_count; i++) {
        RatedPlayer *player = &ratings->players[i];
        if (player->row != NO_ROW) {
            player->rating += damping * ratings->sides[player->row][0];
        }
    }
    return decrement[0];
}

static void fit_centre(Ratings *ratings) {
    double sum = 0;
    for (size_t i = 0; i < ratings->player_count; i++) {
        sum += ratings->players[i].rating;
    }
    for (size_t i = 0; i < ratings->player_count; i++) {
        ratings->players[i].rating -= sum / (double)ratings->player_count;
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
        const RatedPlayer *player = &ratings->players[i];
        double prior = prior_games(player) * expectation(player->rating - ratings->centre).variance;
        variance += prior;
        variance_drawless += prior;
    }
    for (size_t i = 0; i < ratings->pairing_count; i++) {
        const RatedPairing *pairing = &ratings->pairings[i];
        if (ratings->players[pairing->players[0]].is_anchor &&
            ratings->players[pairing->players[1]].is_anchor) {
            continue;
        }
        double game_variance = expectation(pairing_difference(ratings, pairing)).variance;
        double prior = pairing->prior_games * game_variance;
        double drawless = pairing->games * game_variance;
        variance += prior + fmax(drawless - pairing->draws / 4, 0);
        variance_drawless += prior + drawless;
    }
    return variance_drawless > 0 ? variance / variance_drawless : 1;
}

// The sums of the covariance's rows, into `gradient`, and of all of it.
static double sum_covariance(Ratings *ratings) {
    double total = 0;
    SparseLanes energy;
    for (size_t i = 0; i < ratings->row_count; i++) {
        ratings->sides[i] = (SparseLanes){1};
    }
    sparse_solve(ratings->information, ratings->sides, STEP_TOLERANCE, &energy);
    for (size_t i = 0; i < ratings->row_count; i++) {
        ratings->gradient[i] = ratings->sides[i][0];
        total += ratings->gradient[i];
    }
    return total;
}

// Errors of those with news from the covariance, the inverse of the information.
//
// On a floating scale it is the covariance of the distances from the mean: every entry less the
// means of its row and column, plus the mean of all. As the prior vanishes, that becomes the
// pseudo-inverse of the information.
static void fit_errors(Ratings *ratings) {
    double dispersion = fit_dispersion(ratings);
    double total = ratings->is_floating ? sum_covariance(ratings) : 0;
    double n = (double)ratings->player_count;
    size_t next = 0;
    while (next < ratings->player_count) {
        RatedPlayer *batch[SPARSE_LANES];
        int count = 0;
        memset(ratings->sides, 0, ratings->row_count * sizeof *ratings->sides);
        for (; next < ratings->player_count && count < SPARSE_LANES; next++) {
            RatedPlayer *player = &ratings->players[next];
            if (player->has_news && player->row != NO_ROW) {
                ratings->sides[player->row][count] = 1;
                batch[count++] = player;
            }
            player->has_news = false;
        }
        if (count == 0) {
            break;
        }
        SparseLanes variance;
        sparse_solve(ratings->information, ratings->sides, VARIANCE_TOLERANCE, &variance);
        for (int i = 0; i < count; i++) {
            double entry = variance[i];
            if (ratings->is_floating) {
                entry += (total / n - 2 * ratings->gradient[batch[i]->row]) / n;
            }
            batch[i]->error = NORMAL_95 * sqrt(dispersion * fmax(entry, 0));
        }
    }
}

void ratings_solve(Ratings *ratings, bool factor_always) {
    double decrement;
    int rounds = 0;
    do {
        decrement = fit_round(ratings, factor_always || rounds == 0);
        rounds++;
    } while (decrement >= DECREMENT_MIN && rounds < ROUNDS_MAX);
    fit_errors(ratings);
    if (ratings->is_floating) {
        fit_centre(ratings);
    }
}
