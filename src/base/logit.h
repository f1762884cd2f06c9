#pragma once
// Logits and probabilities: the one place where one is turned into the other.
//
// A logit of 0 is even, 1 is 73 %, 2 is 88 %. Evaluations give thousandths of a logit
// (eval/evaluator.h), engines hundredths (search/engine.h), ratings Elo (match/stats.h).

#include <math.h>

#include "base/portable_math.h"

static inline double logit_to_probability(double logit) {
    return 1 / (1 + exp(-logit));
}

// The same in floats, with the same bits on every machine, for what decides a search.
static inline float logit_to_probability_portable(float logit) {
    return 1.0f / (1.0f + portable_exp(-logit));
}

// The loss of a predicted logit against a target probability, in nats.
static inline double logit_cross_entropy(double logit, double target) {
    return fmax(logit, 0) - logit * target + log1p(exp(-fabs(logit)));
}
