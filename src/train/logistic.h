#pragma once
// Logistic regression for a few dozen weights: the win probability is 1 / (1 + exp(-sum)), where
// the sum is over the terms of a position times their weights.
//
// Besides the fit to the targets, weights can be drawn to zero, drawn to each other, kept from
// being negative, or fixed at zero. Newton's method finds the one best answer.

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
    double pull; // of each weight to zero: the loss of a weight of 1 is half of this
    // Of a weight to the one `bond_distance` places on: the same for their difference.
    double bond[LOGISTIC_WEIGHTS_MAX];
    size_t bond_distance;
    bool is_positive[LOGISTIC_WEIGHTS_MAX]; // must not be negative
    bool is_fixed[LOGISTIC_WEIGHTS_MAX];    // stays at zero
} Logistic;

// Fits all weights that are not fixed. Those that would be negative but must not be are fixed.
void logistic_fit(Logistic *logistic, const LogisticRow *rows, size_t row_count);

// The sum for a position.
double logistic_logit(const Logistic *logistic, const LogisticRow *row);
