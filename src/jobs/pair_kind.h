#pragma once
// Jobs of the kind `pair` as the queue sees them: results are replayed with the rules before they
// count, and counted by verdict.
//
// Two hosts must find the same only where both players are engines that are limited by nodes or
// depth alone. A program is known by its words. A pair of the arena tells whose its programs are;
// one of a match does not, so there each counts as of an owner of its own.

#include "base/metrics.h"
#include "jobs/kinds.h"
#include "referee/verdict.h"

typedef struct PairKind {
    Metric *games[VERDICT_KIND_COUNT];
    Metric *refused;
} PairKind;

// The metrics may be null.
void pair_kind_init(PairKind *kind, Metrics *metrics);

// For the queue; `kind` outlives it.
JobKind pair_kind(PairKind *kind);
