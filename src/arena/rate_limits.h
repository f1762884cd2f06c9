#pragma once
// Rate limits in the store, so that all servers count together: how often something may be tried by
// one account, one address or one person.
//
// A limit is a bucket of `burst` tries that fills by one in `interval_ms` (the generic cell rate
// algorithm): one number a bucket, and nothing to reset. Charge in a transaction of its own, before
// what is limited: a charge in a transaction that fails is undone with it. Only where what fails
// tells nothing and costs little it may be in the same.

#include "store/store.h"

typedef struct RateLimit {
    const char *name; // of the kind, such as "sign-in-account"
    int burst;
    int64_t interval_ms;
} RateLimit;

// Takes one try of `who`. TOO_MANY_TRIES with the seconds to wait if none is left.
bool rate_limit_charge(StoreTx *tx, const RateLimit *limit, Slice who, Error *error);

// All tries of `who` are free again.
void rate_limit_clear(StoreTx *tx, const RateLimit *limit, Slice who);

// Forgets the buckets that are full.
void rate_limits_sweep(StoreTx *tx);
