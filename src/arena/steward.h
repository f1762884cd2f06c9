#pragma once
// A thread that does what the arena has to do from time to time: steps that others register, such
// as deadlines, pairings and contests. Every server has one; with several servers a step runs on
// all of them at once, so it decides in a transaction and does no harm when done twice.
//
// Steps run in the order in which they were added, once a second and when somebody wakes it. What
// fails goes to the log, and is tried again the next time.

#include "base/error.h"
#include "base/log.h"

typedef struct Steward Steward;

// The log outlives the steward and may be null. Nothing runs yet.
Steward *steward_new(const Log *log);

// Before steward_start. `name` is for the log and lasts.
void steward_add(
    Steward *steward, const char *name, bool (*step)(void *context, Error *error), void *context);

bool steward_start(Steward *steward, Error *error);

// Has the steps run soon. Any thread; null is allowed.
void steward_wake(Steward *steward);

// Waits for the step that is under way. Null is allowed.
void steward_free(Steward *steward);
