#pragma once
// A thread that looks into the store about once a second, for what people wait to see: games that
// other servers heard of (live.h). Every server has one; while nobody watches it asks nothing.

#include "arena/live.h"
#include "base/log.h"

typedef struct Pulse Pulse;

// Null with a reason. Everything outlives the pulse; the log may be null.
Pulse *pulse_new(Live *live, const Log *log, Error *error);

// Waits for what is under way. Null is allowed.
void pulse_free(Pulse *pulse);
