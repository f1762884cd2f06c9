#pragma once
// A thread that looks into the store about once a second: for what people wait to see, games and
// rooms that other servers heard of (only while somebody watches), and for what happens in rooms by
// itself, when the next flag falls if that is sooner. Every server has one.

#include "arena/live.h"
#include "arena/rooms.h"
#include "base/log.h"

typedef struct Pulse Pulse;

// Null with a reason. Everything outlives the pulse; the log may be null.
Pulse *pulse_new(Live *live, Rooms *rooms, const Log *log, Error *error);

// Waits for what is under way. Null is allowed.
void pulse_free(Pulse *pulse);
