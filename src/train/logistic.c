#include "train/logistic.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/logit.h"

#define STEPS_MAX 100
#define STEP_SMALL 1e-7 // a change of every weight by less than this ends the search

// The loss at a place, with its first and second derivatives.
typedef struct Slope {
    double loss;
    double gradient[LOGISTIC_WEIGHTS_MAX];
    double curvature[LOGISTIC_WEIGHTS_MAX][LOGISTIC_WEIGHTS_MAX];
} Slope;

double logistic_logit(const Logistic *logistic, const LogisticRow *row) {
    double logit = 0;
    for (int i = 0; i < row->count; i++) {
        logit += logistic->weights[row->weights[i]] * (double)row->terms[i];
    }
    return logit;
}

static void add_row(const Logistic *logistic, const LogisticRow *row, Slope *slope) {
    const double logit = logistic_logit(logistic, row);
    const double target = (double)row->target;
    const double wp = logit_to_probability(logit);
    slope->loss += logit_cross_entropy(logit, target);
    for (int i = 0; i < row->count; i++) {
        const double term = (double)row->terms[i];
        const double bend = wp * (1 - wp) * term;
        slope->gradient[row->weights[i]] += (wp - target) * term;
        for (int j = 0; j < row->count; j++) {
            slope->curvature[row->weights[i]][row->weights[j]] += bend * (double)row->terms[j];
        }
    }
}

static void add_pulls(const Logistic *logistic, Slope *slope) {
    for (size_t i = 0; i < logistic->count; i++) {
        const double weight = logistic->weights[i];
        slope->loss += logistic->pull * weight * weight / 2;
        slope->gradient[i] += logistic->pull * weight;
        slope->curvature[i][i] += logistic->pull;
        const double bond = logistic->bond[i];
        const size_t other = i + logistic->bond_distance;
        if (bond > 0) {
            assert(other < logistic->count);
            const double apart = weight - logistic->weights[other];
            slope->loss += bond * apart * apart / 2;
            slope->gradient[i] += bond * apart;
            slope->gradient[other] -= bond * apart;
            slope->curvature[i][i] += bond;
            slope->curvature[other][other] += bond;
            slope->curvature[i][other] -= bond;
            slope->curvature[other][i] -= bond;
        }
    }
    for (size_t i = 0; i < logistic->count; i++) {
        if (logistic->is_fixed[i]) {
            for (size_t j = 0; j < logistic->count; j++) {
                slope->curvature[i][j] = slope->curvature[j][i] = 0;
            }
            slope->curvature[i][i] = 1;
            slope->gradient[i] = 0;
        }
    }
}

static void measure(
    const Logistic *logistic, const LogisticRow *rows, size_t row_count, Slope *slope) {
    memset(slope, 0, sizeof *slope);
    for (size_t i = 0; i < row_count; i++) {
        add_row(logistic, &rows[i], slope);
    }
    add_pulls(logistic, slope);
}

// Solves curvature * step = gradient by elimination. The curvature is positive definite, for each
// weight is pulled, so no pivot is needed. Leaves the step in the gradient.
static void solve(Slope *slope, size_t count) {
    double(*matrix)[LOGISTIC_WEIGHTS_MAX] = slope->curvature;
    double *right = slope->gradient;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = i + 1; j < count; j++) {
            const double factor = matrix[j][i] / matrix[i][i];
            for (size_t k = i; factor != 0 && k < count; k++) {
                matrix[j][k] -= factor * matrix[i][k];
            }
            right[j] -= factor * right[i];
        }
    }
    for (size_t i = count; i-- > 0;) {
        for (size_t k = i + 1; k < count; k++) {
            right[i] -= matrix[i][k] * right[k];
        }
        right[i] /= matrix[i][i];
    }
}

// Newton's steps, each halved until it goes downhill.
static void descend(Logistic *logistic, const LogisticRow *rows, size_t row_count) {
    Slope slope;
    measure(logistic, rows, row_count, &slope);
    for (int step = 0; step < STEPS_MAX; step++) {
        const Logistic from = *logistic;
        const double loss = slope.loss;
        double change[LOGISTIC_WEIGHTS_MAX];
        double largest = 0;
        solve(&slope, logistic->count);
        memcpy(change, slope.gradient, sizeof change);
        for (size_t i = 0; i < logistic->count; i++) {
            largest = fmax(largest, fabs(change[i]));
        }
        bool is_lower = false;
        for (double share = 1; !is_lower && largest * share > STEP_SMALL; share /= 2) {
            for (size_t i = 0; i < logistic->count; i++) {
                logistic->weights[i] = from.weights[i] - share * change[i];
            }
            measure(logistic, rows, row_count, &slope);
            is_lower = slope.loss < loss;
        }
        if (!is_lower) {
            *logistic = from;
            return;
        }
    }
}

void logistic_fit(Logistic *logistic, const LogisticRow *rows, size_t row_count) {
    assert(logistic->count <= LOGISTIC_WEIGHTS_MAX && logistic->pull > 0);
    bool is_done = false;
    while (!is_done) {
        descend(logistic, rows, row_count);
        is_done = true;
        for (size_t i = 0; i < logistic->count; i++) {
            if (logistic->is_nonnegative[i] && logistic->weights[i] < 0) {
                logistic->is_fixed[i] = true;
                logistic->weights[i] = 0;
                is_done = false;
            }
        }
    }
}
