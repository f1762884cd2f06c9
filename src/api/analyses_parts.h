#pragma once
// What the queue of analyses (analyses.c) and those who think about them (analyses_think.c) share.

#include <pthread.h>

#include "api/analyses.h"
#include "api/analysis_document.h"
#include "api/limits.h"

#define CLIENT_SIZE 64

struct Analysis {
    Analyses *owner;
    Analysis *next; // in `all`, the newest first
    char id[ANALYSIS_ID_SIZE];
    char client[CLIENT_SIZE];
    Question question;
    AnalysisState state;
    size_t queue_position; // 1: next; 0 once it has left the queue
    bool is_stopped;
    Engine *engine;      // while it is thinking
    EngineReport report; // the last one
    EngineReport lines[LIMIT_LINES];
    size_t line_count; // 0 before the first report
    uint64_t version;
    Text document;
    int64_t asked_ms; // when somebody last wanted to know
    int64_t ended_ms;
    int holders;
};

// A thread with an engine.
typedef struct Thinker {
    Analyses *analyses;
    pthread_t thread;
    // The engine of the last question, kept for the next one.
    Engine *engine;
    const EngineKind *kind;
    const Rules *rules;
} Thinker;

struct Analyses {
    AnalysesOptions options;
    pthread_mutex_t mutex;
    pthread_cond_t work; // something waits, or it is closing
    Analysis *all;
    Analysis *queue[LIMIT_QUEUE];
    size_t queue_count;
    bool is_closing;
    Thinker *thinkers;
    int thinker_count;
};

// A thread of a Thinker: thinks about what it takes until the analyses are closed.
void *analyses_think(void *thinker);

// Waits for a question, which leaves the queue and is held; null once they are closing.
Analysis *analyses_take(Analyses *analyses);

// Writes a new version of the document; ends the analysis, too. Under the lock.
void analysis_renew(Analysis *analysis);
void analysis_end(Analysis *analysis, AnalysisState state);

// Lets the listener know. Without the lock: it has one of its own, under which it reads analyses.
void analysis_notify(const Analysis *analysis);
