#pragma once
// What worker.c and worker_beats.c share: the worker, of which one thread claims jobs, one sends
// beats, and one for each task does a job.

#include "jobs/worker_slots.h"
#include "jobs/worker_task.h"

#define WORKER_TASKS_MAX 1024
// Between two beats with progress, where the server names no interval.
#define WORKER_NEWS_MS 1000

typedef struct Worker {
    const WorkerOptions *options;
    json_int_t host; // as the server knows it
    char *key;
    atomic_int beat_ms;
    atomic_int news_ms;   // between two beats with progress, at least
    atomic_bool has_news; // some task has made progress
    pthread_t beats;
    atomic_bool is_over;  // no more beats
    atomic_bool is_awake; // something ended: look at once
    pthread_mutex_t lock; // of what follows
    WorkerTask *tasks[WORKER_TASKS_MAX];
    WorkerSlots slots;
} Worker;

// A line for the log of the worker.
void worker_say(const Worker *worker, const char *what, const char *why);

// Adds the number and the key of this host to the members of a request, and returns it.
json_t *worker_identify(Worker *worker, json_t *members);

// Ends a task whose lease is lost: nothing of it is delivered. The worker's lock is held.
void worker_lose_task(WorkerTask *task);

// The thread of the beats, until `is_over`: a beat for all leases every `beat_ms`, and one with
// progress as soon as there is some, but not within `news_ms` of the beat before. Takes the Worker.
void *worker_keep_beating(void *argument);
