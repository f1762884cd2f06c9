#pragma once
// A chunk of self-play as a job: games [first, first + games) of a run (train/selfplay.h).
//
// The result is a file of samples by its SHA-256, {"samples": HASH}, with those games and no
// others. The client puts the games of all chunks, in order, into its own file, which is byte for
// byte the one that one machine would have written.

#include "base/text.h"
#include "train/selfplay.h"

#define SELFPLAY_JOB_GAMES_MAX 10000
#define SELFPLAY_OPENING_PLIES_MAX 100
// The longest file of samples of a chunk.
#define SELFPLAY_SAMPLES_BYTES (64u << 20)

typedef struct SelfplayJob {
    const Rules *rules;
    const Variant *variant;
    SelfplaySettings settings; // its texts are the ones below, or the caller's
    Text network;              // `blob:HASH`, `none` or empty
    Text engine_settings;
} SelfplayJob;

void selfplay_job_init(SelfplayJob *job);
void selfplay_job_release(SelfplayJob *job);

void selfplay_job_write(const SelfplayJob *job, Text *out);

// Release it in any case.
bool selfplay_job_read(SelfplayJob *job, Slice json, Error *error);

// Shows the games of a chunk's file, if they are those of the job's game and as many. Untrusted
// bytes: every game was replayed before it is shown. False with a reason, also the visitor's.
typedef bool (*SelfplayVisit)(void *context, const SampleGame *game, Error *error);
bool selfplay_job_visit(
    const SelfplayJob *job, Slice samples, SelfplayVisit visit, void *context, Error *error);
