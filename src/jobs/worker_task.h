#pragma once
// One job of a worker, from its claim to its end. For worker*.c and the kinds of jobs.

#include <jansson.h>
#include <pthread.h>

#include "base/sha256.h"
#include "jobs/worker.h"

#define TASK_BLOBS_MAX 16

typedef struct TaskBlob {
    char hash[SHA256_TEXT_SIZE];
    Text bytes;
} TaskBlob;

struct WorkerTask {
    const WorkerOptions *options;
    const WorkerKind *kind;
    json_int_t id;
    char *attempt;
    char *payload; // JSON
    int core_count;
    int core;                         // the first of its cores; -1: any
    char *folder;                     // its files, by their hashes
    json_t *blobs;                    // their names
    TaskBlob outputs[TASK_BLOBS_MAX]; // that go with the result
    size_t output_count;
    int64_t end_ms;       // no attempt is longer
    atomic_bool stop;     // do no more: it is lost, or the worker stops
    atomic_bool is_lost;  // or cancelled: nobody wants to hear of it
    pthread_mutex_t lock; // of what follows
    Text progress;        // JSON, or empty
    bool has_news;        // that no beat has carried
    bool is_done;         // the thread is about to end
    atomic_bool *news;    // set when there are some; may be null
    pthread_t thread;
};

// A task from what a claim gave; null if that makes no sense.
WorkerTask *task_new(const WorkerOptions *options, const json_t *job);
void task_free(WorkerTask *task);

// The whole life of a job, in a thread of its own: fetches, runs, delivers or hands back.
void task_live(WorkerTask *task);

// For the kinds. The path of a file of the job: PortableFind.
bool task_find_blob(void *context, const char *hash, Text *path, Error *error);
// Tells how far it is, as JSON.
void task_set_progress(WorkerTask *task, const Text *progress);
// A request (remote_call) that is repeated until it is answered or the lease is lost for sure. The
// body is given up.
RemoteStatus task_ask(const WorkerTask *task, const char *method, const char *path, json_t *body,
    json_t **answer, Error *error);
// Adds bytes to the result, which names them by their hash; they are copied.
const char *task_add_output(WorkerTask *task, Slice bytes);

// For the beats: progress that was not taken before, to be freed, or null; and a beat that took it
// and did not arrive.
char *task_take_news(WorkerTask *task);
void task_return_news(WorkerTask *task);
