#include "match/sprt.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// What an empty cell counts, and how often the distribution for a t-value is improved; both as in
// fishtest, so that our ratios are comparable with everybody's.
#define EMPTY_CELL_COUNT 0.001
#define T_VALUE_ITERATIONS 10
#define T_VALUE_TOLERANCE 1e-9

typedef enum SprtOption {
    SPRT_ELO0,
    SPRT_ELO1,
    SPRT_ALPHA,
    SPRT_BETA,
    SPRT_MODEL,
    SPRT_COUNT
} SprtOption;

static const char *const OPTION_NAME[SPRT_COUNT] = {"elo0", "elo1", "alpha", "beta", "model"};

static SprtOption find_option(Slice name) {
    SprtOption option = 0;
    while (option < SPRT_COUNT && !slice_is(name, OPTION_NAME[option])) {
        option++;
    }
    return option;
}

static bool parse_model(SprtModel *model, Slice value, Error *error) {
    if (slice_is(value, "normalised")) {
        *model = SPRT_NORMALISED;
    } else if (slice_is(value, "logistic")) {
        *model = SPRT_LOGISTIC;
    } else {
        char quote[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_BAD_SPRT, "model must be normalised or logistic, not %s",
            slice_quote(value, quote));
    }
    return true;
}

static bool parse_option(Sprt *sprt, bool given[SPRT_COUNT], Slice text, Error *error) {
    char quote[SLICE_QUOTE_SIZE];
    const char *equals = memchr(text.data, '=', text.size);
    if (!equals) {
        return error_set(
            error, ERROR_BAD_SPRT, "%s is not of the form name=value", slice_quote(text, quote));
    }
    Slice name = {text.data, (size_t)(equals - text.data)};
    Slice value = slice_skip(text, name.size + 1);
    SprtOption option = find_option(name);
    if (option == SPRT_COUNT) {
        return error_set(error, ERROR_BAD_SPRT,
            "unknown option %s: use elo0, elo1, alpha, beta or model", slice_quote(name, quote));
    }
    if (given[option]) {
        return error_set(error, ERROR_BAD_SPRT, "%s is given twice", OPTION_NAME[option]);
    }
    given[option] = true;
    if (option == SPRT_MODEL) {
        return parse_model(&sprt->model, value, error);
    }
    double *const number[] = {&sprt->elo0, &sprt->elo1, &sprt->alpha, &sprt->beta};
    if (!slice_to_double(value, number[option])) {
        return error_set(error, ERROR_BAD_SPRT, "%s must be a number, not %s", OPTION_NAME[option],
            slice_quote(value, quote));
    }
    return true;
}

static bool check_elo(const char *name, double elo, Error *error) {
    if (fabs(elo) > SPRT_ELO_MAX) {
        return error_set(error, ERROR_BAD_SPRT, "%s must be between -%d and %d, not %g", name,
            SPRT_ELO_MAX, SPRT_ELO_MAX, elo);
    }
    return true;
}

static bool check_probability(const char *name, double probability, Error *error) {
    if (probability <= 0 || probability >= 0.5) {
        return error_set(error, ERROR_BAD_SPRT, "%s must be more than 0 and less than 0.5, not %g",
            name, probability);
    }
    return true;
}

bool sprt_parse(Sprt *sprt, Slice text, Error *error) {
    Sprt parsed = {.alpha = 0.05, .beta = 0.05, .model = SPRT_NORMALISED};
    bool given[SPRT_COUNT] = {false};
    Slice option;
    while (slice_next(&text, ",", &option)) {
        if (!parse_option(&parsed, given, option, error)) {
            return false;
        }
    }
    if (!given[SPRT_ELO0] || !given[SPRT_ELO1]) {
        return error_set(
            error, ERROR_BAD_SPRT, "%s is missing", given[SPRT_ELO0] ? "elo1" : "elo0");
    }
    if (!check_elo("elo0", parsed.elo0, error) || !check_elo("elo1", parsed.elo1, error) ||
        !check_probability("alpha", parsed.alpha, error) ||
        !check_probability("beta", parsed.beta, error)) {
        return false;
    }
    if (parsed.elo0 >= parsed.elo1) {
        return error_set(error, ERROR_BAD_SPRT, "elo0 must be less than elo1, not %g and %g",
            parsed.elo0, parsed.elo1);
    }
    *sprt = parsed;
    return true;
}

double sprt_lower_bound(const Sprt *sprt) {
    return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_upper_bound(const Sprt *sprt) {
    return log((1 - sprt->beta) / sprt->alpha);
}

SprtStatus sprt_status(const Sprt *sprt, double llr) {
    if (llr >= sprt_upper_bound(sprt)) {
        return SPRT_ACCEPT_H1;
    }
    return llr <= sprt_lower_bound(sprt) ? SPRT_ACCEPT_H0 : SPRT_CONTINUE;
}

// The shares of a sample in each cell.
typedef struct Sample {
    int cells;
    double share[TALLY_CELLS_MAX];
} Sample;

static double cell_score(const Sample *sample, int cell) {
    return (double)cell / (sample->cells - 1);
}

// Solves sum share_i phi_i / (1 + x phi_i) = 0 for the x that keeps every 1 + x phi_i positive.
//
// The sum falls from +infinity to -infinity over that interval. Newton's method finds the root in a
// few steps unless it lies close to an end, as it does when a cell is almost empty: then halving
// the bracket comes to its aid.
static double solve_multiplier(const Sample *sample, const double *phi) {
    double phi_min = phi[0];
    double phi_max = phi[0];
    for (int i = 1; i < sample->cells; i++) {
        phi_min = fmin(phi_min, phi[i]);
        phi_max = fmax(phi_max, phi[i]);
    }
    assert(phi_min < 0 && phi_max > 0);
    double low = -1 / phi_max;
    double high = -1 / phi_min;
    const double tolerance = 1e-15 * (high - low);
    double x = 0;
    while (high - low > tolerance) {
        double value = 0;
        double slope = 0;
        for (int i = 0; i < sample->cells; i++) {
            double ratio = phi[i] / (1 + x * phi[i]);
            value += sample->share[i] * ratio;
            slope -= sample->share[i] * ratio * ratio;
        }
        *(value > 0 ? &low : &high) = x;
        double next = x - value / slope;
        if (!(next > low && next < high)) {
            next = (low + high) / 2;
        }
        if (fabs(next - x) <= tolerance) {
            break;
        }
        x = next;
    }
    return x;
}

// The likeliest distribution for the sample among those whose mean of phi is 0.
static void fit_constrained(const Sample *sample, const double *phi, double *fit) {
    double x = solve_multiplier(sample, phi);
    for (int i = 0; i < sample->cells; i++) {
        fit[i] = sample->share[i] / (1 + x * phi[i]);
    }
}

// The likeliest distribution with the given expected score.
static void fit_score(const Sample *sample, double score, double *fit) {
    double phi[TALLY_CELLS_MAX];
    for (int i = 0; i < sample->cells; i++) {
        phi[i] = cell_score(sample, i) - score;
    }
    fit_constrained(sample, phi, fit);
}

// The likeliest distribution with t = (mean - 1/2) / deviation. That is no linear constraint, so it
// is replaced by its tangent at the last fit, over and over.
static void fit_t_value(const Sample *sample, double t, double *fit) {
    for (int i = 0; i < sample->cells; i++) {
        fit[i] = 1.0 / sample->cells;
    }
    double change = 1;
    for (int round = 0; round < T_VALUE_ITERATIONS && change >= T_VALUE_TOLERANCE; round++) {
        Moments moments = stats_moments(fit, sample->cells);
        double deviation = sqrt(moments.variance);
        double phi[TALLY_CELLS_MAX];
        double before[TALLY_CELLS_MAX];
        for (int i = 0; i < sample->cells; i++) {
            double z = (cell_score(sample, i) - moments.mean) / deviation;
            phi[i] = cell_score(sample, i) - 0.5 - t * deviation / 2 * (1 + z * z);
            before[i] = fit[i];
        }
        fit_constrained(sample, phi, fit);
        change = 0;
        for (int i = 0; i < sample->cells; i++) {
            change = fmax(change, fabs(fit[i] - before[i]));
        }
    }
}

static void fit_hypothesis(
    const Sprt *sprt, double elo, TallyUnit unit, const Sample *sample, double *fit) {
    if (sprt->model == SPRT_LOGISTIC) {
        fit_score(sample, stats_score(elo), fit);
    } else {
        // Normalised Elo is defined per game; a unit of n games has sqrt(n) times its t-value.
        fit_t_value(sample, sqrt((int)unit) * elo / (2 * ELO_PER_NAT), fit);
    }
}

double sprt_llr(const Sprt *sprt, const Tally *tally) {
    if (tally_units(tally) == 0) {
        return 0;
    }
    Sample sample = {.cells = tally_cells(tally)};
    double total = 0;
    for (int i = 0; i < sample.cells; i++) {
        sample.share[i] = tally->count[i] > 0 ? (double)tally->count[i] : EMPTY_CELL_COUNT;
        total += sample.share[i];
    }
    for (int i = 0; i < sample.cells; i++) {
        sample.share[i] /= total;
    }
    double fit0[TALLY_CELLS_MAX];
    double fit1[TALLY_CELLS_MAX];
    fit_hypothesis(sprt, sprt->elo0, tally->unit, &sample, fit0);
    fit_hypothesis(sprt, sprt->elo1, tally->unit, &sample, fit1);
    double llr = 0;
    for (int i = 0; i < sample.cells; i++) {
        llr += sample.share[i] * log(fit1[i] / fit0[i]);
    }
    return total * llr;
}
