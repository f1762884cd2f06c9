#pragma once
// A worker on this machine, with all that it can do: measures the machine, finds out what its
// sandbox holds, keeps files in a folder, and works for a server over HTTP.

#include <stdatomic.h>

#include "base/error.h"

// The usual first wait after trouble, as fishtest's workers have it: many that lose their server at
// once must not come back at once.
#define WORKER_RETRY_MS 15000

typedef struct WorkerHostOptions {
    const char *url; // of the server
    const char *token;
    const char *folder; // for files; made if it is not there, but not the folders above it
    unsigned cache_mb;  // of files that are kept there
    int cores;          // jobs at a time
    int retry_ms;       // the first wait after trouble with server or network
    const char *self;   // this program
    const char *name;   // of this machine, for people
    void *context;
    void (*say)(void *context, const char *line); // what happens, a line at a time
} WorkerHostOptions;

// Works until `stop` is set, then hands back what is under way. False with a reason if the server
// does not want this worker, or the machine cannot do the work. The program must have called
// process_adopt_orphans.
bool worker_host_run(const WorkerHostOptions *options, const atomic_bool *stop, Error *error);
