#pragma once
// A worker: leases jobs from a server, does each on cores of its own, and sends the results.
//
//     main thread     hello, then claims for the cores that are free
//     beat thread     renews all leases, carries the progress, learns what is lost or cancelled
//     a thread a job  fetches files, runs the job, sends the result until it is accepted
//
// Everything that a worker holds may be lost at any moment: what it has not delivered is leased to
// another one. Trouble with the network or the server is waited out; a result is kept and sent
// again as long as its lease may live.

#include <stdatomic.h>

#include "base/file_cache.h"
#include "jobs/remote.h"

typedef struct WorkerTask WorkerTask;

// A kind of job: its name and what to do.
typedef struct WorkerKind {
    const char *name;
    // Does the job and writes the JSON of its result. False with a reason if this machine cannot;
    // ERROR_STOPPED if the task's stop flag ended it.
    bool (*run)(WorkerTask *task, Text *result, Error *error);
    // It waits for people most of the time: takes no core of its own. A worker does a few at once.
    bool is_idle;
} WorkerKind;

// What every job of a worker can rely on.
typedef struct WorkerOptions {
    const Remote *remote;
    const WorkerKind *const *kinds; // ended by null
    const char *self;               // this program, for built-in engines
    const char *name;               // for people
    const char *version;
    const char *bench; // signature of the engines
    double speed;      // 1: the reference
    int sandbox;       // 0 none, 1 box, 2 box with cgroups
    int cores;
    int memory_mb;
    const char *folder; // for the files of jobs; others must be able to read what is in it
    FileCache cache;    // of files from the server
    int retry_ms;       // the first wait after trouble
    int retry_max_ms;
    void *context;
    void (*say)(void *context, const char *line);
} WorkerOptions;

// Works until `stop` is set; then hands back what is under way. False with a reason if the server
// does not want this worker.
bool worker_run(const WorkerOptions *options, const atomic_bool *stop, Error *error);
