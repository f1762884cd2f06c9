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

// The continued fraction of the incomplete beta function, by Lentz's method (DLMF 8.17.22). It
// converges fast for x < (a + 1) / (a + b + 2).
static double beta_fraction(double x, double a, double b) {
    const double tiny = 1e-300;
    double c = 1;
    double d = 1 / fmax(tiny, 1 - (a + b) * x / (a + 1));
    double fraction = d;
    for (int m = 1; m < 500; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 / (1 + even * d);
        c = 1 + even / c;
        fraction *= c * d;
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / (1 + odd * d);
        c = 1 + odd / c;
        fraction *= c * d;
        if (fabs(c * d - 1) < 1e-15) {
            break;
        }
    }
    return fraction;
}

// The regularised incomplete beta function.
static double beta_share(double x, double a, double b) {
    if (x <= 0 || x >= 1) {
        return x > 0;
    }
    double scale = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    return x < (a + 1) / (a + b + 2) ? scale * beta_fraction(x, a, b) / a
                                     : 1 - scale * beta_fraction(1 - x, b, a) / b;
}

double stats_student_cdf(double t, double freedom) {
    double tail = beta_share(freedom / (freedom + t * t), freedom / 2, 0.5) / 2;
    return t > 0 ? 1 - tail : tail;
}

double stats_student_95(double freedom) {
    double low = NORMAL_95;
    double high = 13; // with one degree of freedom it is 12.7
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        *(stats_student_cdf(middle, freedom) < 0.975 ? &low : &high) = middle;
    }
    return low;
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
    double freedom = sample_size > 1 ? sample_size - 1 : 1;
    double se = sqrt(spread.variance / freedom);
    double reach = stats_student_95(freedom) * se;

    // Normalised Elo is defined by the t-value of one game, taking those of a pair as independent.
    double t = (mean - 0.5) / sqrt(spread.variance);
    double t_reach =
        stats_student_95(freedom) * t_value_spread(weight, cells, spread, t) / sqrt(freedom);
    double normalised_per_t = 2 * ELO_PER_NAT / sqrt((int)tally->unit);
    return (Stats){
        .units = units,
        .mean = mean,
        .variance = spread.variance,
        .se = se,
        .mean_error = reach,
        .elo = stats_elo(mean),
        .elo_low = stats_elo(mean - reach),
        .elo_high = stats_elo(mean + reach),
        .elo_error = (stats_elo(mean + reach) - stats_elo(mean - reach)) / 2,
        .los = stats_student_cdf((mean - 0.5) / se, freedom),
        .normalised_elo = t * normalised_per_t,
        .normalised_elo_error = t_reach * normalised_per_t,
    };
}
