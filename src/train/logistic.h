#pragma once
// Logistic regression for a few dozen weights: the win probability is 1 / (1 + exp(-sum)), where
// the sum is over the terms of a position times their weights.
//
// Besides the fit to the targets, weights can be drawn to zero (L2 regularisation) or to each other
// (the same for their difference), kept from being negative, or fixed at zero. The loss is convex,
// and Newton's method finds its minimum. Weights that come out negative and must not are then fixed
// at zero for good and the others fitted again, which need not lead to the constrained minimum.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LOGISTIC_WEIGHTS_MAX 64
#define LOGISTIC_TERMS_MAX 12

// One position.
typedef struct LogisticRow {
    float terms[LOGISTIC_TERMS_MAX];
    uint8_t weights[LOGISTIC_TERMS_MAX]; // which weight belongs to each term
    uint8_t count;
    float target; // win probability
} LogisticRow;

typedef struct Logistic {
    size_t count; // of weights
    double weights[LOGISTIC_WEIGHTS_MAX];
    double pull; // L2: each weight adds half of this times its square to the loss
    // The same for the difference of a weight and the one `bond_distance` places on.
    double bond[LOGISTIC_WEIGHTS_MAX];
    size_t bond_distance;
    bool is_nonnegative[LOGISTIC_WEIGHTS_MAX];
    bool is_fixed[LOGISTIC_WEIGHTS_MAX]; // stays at zero
} Logistic;

// Fits all weights that are not fixed, and fixes those that would be negative but must not be.
void logistic_fit(Logistic *logistic, const LogisticRow *rows, size_t row_count);

// The sum for a position.
double logistic_logit(const Logistic *logistic, const LogisticRow *row);
