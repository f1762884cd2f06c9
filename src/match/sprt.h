#pragma once
// The sequential probability ratio test: after every result, go on or stop and decide between
// H0, "the difference is elo0", and H1, "the difference is elo1".
//
// A true difference of elo0 or less is taken for H1 with a probability of about alpha at most, and
// one of elo1 or more for H0 with beta. The statistic is the exact generalised log-likelihood ratio
// over the cells of a tally (M. Van den Bergh, "Comments on normalized Elo", sections 1 and 4.1),
// as fishtest computes it: it knows nothing of draw rates or opening bias, and needs no estimate of
// them.

#include <stdbool.h>

#include "base/error.h"
#include "base/slice.h"
#include "match/stats.h"

typedef enum SprtModel {
    SPRT_NORMALISED, // bounds in normalised Elo: a test's length does not depend on the draw rate
    SPRT_LOGISTIC,   // bounds in the Elo of rating lists
} SprtModel;

typedef enum SprtStatus { SPRT_CONTINUE, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } SprtStatus;

// The largest elo0 and elo1. From a normalised Elo of 231 on, the first step towards the exact
// ratio of pairs has no solution; and far smaller differences show without a test.
#define SPRT_ELO_MAX 200

// Invariants: -SPRT_ELO_MAX <= elo0 < elo1 <= SPRT_ELO_MAX, and alpha and beta in (0, 0.5).
typedef struct Sprt {
    double elo0;
    double elo1;
    double alpha;
    double beta;
    SprtModel model;
} Sprt;

// Reads `elo0=0,elo1=10[,alpha=0.05][,beta=0.05][,model=normalised|logistic]`, in any order; the
// defaults are the ones shown, and the normalised model.
bool sprt_parse(Sprt *sprt, Slice text, Error *error);

// The log-likelihood ratios at which the test stops: at most the lower one for H0, at least the
// upper one for H1.
double sprt_lower_bound(const Sprt *sprt);
double sprt_upper_bound(const Sprt *sprt);

// The log-likelihood ratio of H1 to H0. An empty cell counts 0.001 so that the ratio exists; it is
// 0 while there are no units.
double sprt_llr(const Sprt *sprt, const Tally *tally);

SprtStatus sprt_status(const Sprt *sprt, double llr);
