#include "match/stats.h"

#include <assert.h>
#include <math.h>

#include "base/logit.h"

#define SCORE_MIN 0.001
#define SCORE_MAX 0.999

void tally_add(Tally *tally, int half_points) {
    assert(half_points >= 0 && half_points < tally_cells(tally));
    tally->count[half_points]++;
}

long long tally_units(const Tally *tally) {
    long long units = 0;
    for (int i = 0; i < tally_cells(tally); i++) {
        assert(tally->count[i] >= 0);
        units += tally->count[i];
    }
    return units;
}

Moments stats_moments(const double *weight, int cells) {
    double total = 0;
    double sum = 0;
    for (int i = 0; i < cells; i++) {
        total += weight[i];
        sum += weight[i] * i / (cells - 1);
    }
    double mean = sum / total;
    double squares = 0;
    for (int i = 0; i < cells; i++) {
        double deviation = (double)i / (cells - 1) - mean;
        squares += weight[i] * deviation * deviation;
    }
    return (Moments){mean, squares / total};
}

double stats_elo(double score) {
    score = fmin(fmax(score, SCORE_MIN), SCORE_MAX);
    return ELO_PER_NAT * log(score / (1 - score));
}

double stats_score(double elo) {
    return logit_to_probability(elo / ELO_PER_NAT);
}

static double normal_cdf(double x) {
    return erfc(-x * M_SQRT1_2) / 2;
}

static int occupied_cells(const Tally *tally) {
    int occupied = 0;
    for (int i = 0; i < tally_cells(tally); i++) {
        occupied += tally->count[i] > 0;
    }
    return occupied;
}

// The standard deviation of what one unit adds to the estimate of t = (mean - 1/2) / deviation, by
// the delta method: a unit z deviations from the mean adds z to the mean's part and, because the
// deviation is an estimate too, takes away t/2 (z^2 - 1). Fishtest writes the square of it as
// 1 - t skewness + t^2/4 (excess kurtosis + 2).
static double t_value_spread(const double *weight, int cells, Moments moments, double t) {
    double total = 0;
    double squares = 0;
    for (int i = 0; i < cells; i++) {
        double z = ((double)i / (cells - 1) - moments.mean) / sqrt(moments.variance);
        double influence = z - t / 2 * (z * z - 1);
        total += weight[i];
        squares += weight[i] * influence * influence;
    }
    return sqrt(squares / total);
}

Stats stats_compute(const Tally *tally) {
    int cells = tally_cells(tally);
    long long units = tally_units(tally);
    double weight[TALLY_CELLS_MAX];
    for (int i = 0; i < cells; i++) {
        weight[i] = (double)tally->count[i];
    }
    double mean = units > 0 ? stats_moments(weight, cells).mean : 0.5;
    double sample_size = (double)units;
    if (occupied_cells(tally) < 2) {
        weight[0] += 0.5;
        weight[cells - 1] += 0.5;
        sample_size += 1;
    }
    Moments spread = stats_moments(weight, cells);
    double se = sqrt(spread.variance / sample_size);
    double reach = NORMAL_95 * se;

    // Normalised Elo is defined by the t-value of one game, taking those of a pair as independent.
    double t = (mean - 0.5) / sqrt(spread.variance);
    double t_reach = NORMAL_95 * t_value_spread(weight, cells, spread, t) / sqrt(sample_size);
    double normalised_per_t = 2 * ELO_PER_NAT / sqrt((int)tally->unit);
    return (Stats){
        .units = units,
        .mean = mean,
        .variance = spread.variance,
        .se = se,
        .elo = stats_elo(mean),
        .elo_error = (stats_elo(mean + reach) - stats_elo(mean - reach)) / 2,
        .los = normal_cdf((mean - 0.5) / se),
        .normalised_elo = t * normalised_per_t,
        .normalised_elo_error = t_reach * normalised_per_t,
    };
}
