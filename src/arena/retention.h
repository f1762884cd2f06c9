#pragma once
// Jobs of the arena that have ended are removed some time after what they found is in games and
// versions, so that the tables of the queue do not grow for ever. Till then whoever sends a result
// again is told that it is known. Reruns go too; what reruns disagreed about stays.

#include "store/store.h"

// How long ended jobs stay.
#define RETENTION_MS (3600 * INT64_C(1000))

typedef struct Retention {
    Store *store;
    int64_t next_ms; // when to look again, by the clock of this machine; 0: at once
} Retention;

// A step of the steward (steward.h): now and then removes some of them, a bounded number at a time.
bool retention_step(void *retention, Error *error);
