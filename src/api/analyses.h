#pragma once
// Engines that think for visitors: a queue, a few workers, and what became of each question.
//
// An Analysis is asked for with analyses_add, waits, is thought about by one worker, and stays
// readable for a while after it has ended. Its state is one JSON document with a version that grows
// with each change; a client asks for a version newer than its own. So there is no list of events,
// a slow client merely misses versions in between, and each version is written once for all
// clients.
//
// All functions may be called from any thread. An Analysis that was found is held until it is
// released. The listener is called with no lock held, from a worker or from the caller's thread.

#include "base/text.h"
#include "search/engine.h"

typedef struct Analyses Analyses;
typedef struct Analysis Analysis;

typedef struct AnalysesOptions {
    int worker_count; // 0: everything waits for ever, which only tests want
    int memory_mb;    // of each worker's engine
    void (*on_change)(void *context, const Analysis *analysis); // may be null
    void *context;
} AnalysesOptions;

// What a visitor wants to know.
typedef struct Question {
    Game game; // not over
    const EngineKind *kind;
    EngineLimits limits; // with a time
    int line_count;
} Question;

// An id is 128 random bits: who does not know it can neither read nor stop the analysis.
#define ANALYSIS_ID_SIZE 33

typedef enum AnalysesRefusal {
    ANALYSES_ACCEPTED,
    ANALYSES_CLIENT_BUSY, // this client has LIMIT_ANALYSES_EACH under way
    ANALYSES_QUEUE_FULL,
    ANALYSES_CLOSING,
} AnalysesRefusal;

// Starts the workers. Null with a reason; free with analyses_free.
Analyses *analyses_new(const AnalysesOptions *options, Error *error);

// Stops what is under way, lets the listener know, and takes nothing new. Waits for the workers. No
// analyses_tend may come meanwhile.
void analyses_close(Analyses *analyses);

// Closes if need be. No Analysis may be held any more.
void analyses_free(Analyses *analyses);

// Queues a question for a client, named by its address. Takes the question's game, always. On
// acceptance `*out` is held by the caller.
AnalysesRefusal analyses_add(
    Analyses *analyses, Question *question, const char *client, Analysis **out);

// Null if there is none of that id, or none any more.
Analysis *analyses_find(Analyses *analyses, Slice id);
void analysis_release(Analysis *analysis);

// Ends the thinking soon, or takes the analysis out of the queue. Does nothing once it is over.
void analysis_stop(Analysis *analysis);

const char *analysis_id(const Analysis *analysis);

// How an analysis stands, if that is newer than version `after` (0: whatever it is): the document
// replaces `out`. Returns its version, or 0 if there is nothing newer. `*is_over` tells, in either
// case, whether nothing newer will come. Asking shows interest (analyses_tend).
uint64_t analysis_read(Analysis *analysis, uint64_t after, Text *out, bool *is_over);

// To be called about every second: stops what nobody is interested in, forgets what is old.
void analyses_tend(Analyses *analyses, int64_t now_ms);
