#pragma once
// A file of samples that self-play adds to, game by game in order, with what is counted on the way.

#include "train/samples.h"
#include "train/selfplay.h"

typedef struct SelfplayLog {
    SampleFile *file;
    SelfplayProgress progress;
    SelfplayListener listener; // may be null
    void *context;
    int64_t start_ns;
    int64_t report_ns;
} SelfplayLog;

// Opens or makes the file and counts what an earlier run has left. False with a reason, and nothing
// to close.
bool selfplay_log_open(SelfplayLog *log, const Rules *rules, const Variant *variant,
    const char *path, SelfplayListener listener, void *context, Error *error);

// Writes the next game, and tells the listener now and then.
bool selfplay_log_put(SelfplayLog *log, const SampleGame *game, Error *error);

bool selfplay_log_close(SelfplayLog *log, Error *error);
