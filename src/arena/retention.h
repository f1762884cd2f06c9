#pragma once
// Jobs of the arena are removed some time after they have ended: their results are in games and
// versions by then, and the tables of the queue must not grow for ever. Until then a host that
// sends a result again is told that it is known. Reruns are removed, too. That two results differed
// is known without them (disagreements), for they have names and logs of people who may leave. A
// group that was made for one game, in a room, goes with its job.

#include "store/store.h"

// How long ended jobs stay.
#define RETENTION_MS (3600 * INT64_C(1000))

typedef struct Retention {
    Store *store;
    int64_t next_ms; // when to look again, by the clock of this machine; 0: at once
} Retention;

// A step of the steward (steward.h): now and then removes some of them, a bounded number at a time;
// the next step goes on if more are due.
bool retention_step(void *retention, Error *error);
