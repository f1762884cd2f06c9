// What clients and operators read from the queue.

#include <stdlib.h>

#include "jobs/queue_parts.h"

// Results of one answer end behind the one that exceeds this.
#define RESULTS_BYTES (1u << 20)
#define HOST_SEEN_MS (5 * 60 * 1000)

// ---- Results ----

typedef struct ReadCall {
    Slice owner;
    int64_t group;
    int64_t after;
    int64_t limit;
    JobResults results;
    RunningJobs running;
} ReadCall;

static bool read_group(StoreTx *tx, ReadCall *call, Error *error) {
    Query *group = query_begin(tx, "groups_read");
    query_bind_int(group, 1, call->group);
    bool is_good = group_check(group, call->owner, error);
    call->results.open_count = is_good ? query_column_int(group, 2) : 0;
    query_end(group);
    return is_good;
}

static bool read_results(StoreTx *tx, void *context, Error *error) {
    ReadCall *call = context;
    JobResults *results = &call->results;
    job_results_release(results); // of a run that has to be repeated
    if (!read_group(tx, call, error)) {
        return false;
    }
    results->next = call->after;
    size_t bytes = 0;
    Query *query = query_begin(tx, "jobs_results");
    query_bind_int(query, 1, call->group);
    query_bind_int(query, 2, call->after);
    query_bind_int(query, 3, call->limit);
    while (bytes < RESULTS_BYTES && query_step(query)) {
        results->items = list_grow(results->items, results->count, sizeof *results->items);
        EndedJob *job = &results->items[results->count++];
        *job = (EndedJob){
            .seq = query_column_int(query, 1),
            .name = copy_slice(query_column_text(query, 2)),
            .state = copy_slice(query_column_text(query, 3)),
            .reason = copy_slice(query_column_text(query, 4)),
        };
        if (!query_column_is_null(query, 5)) {
            job->result = copy_slice(query_column_text(query, 5));
            job->blob_count = job_list_blobs(tx, query_column_int(query, 0), true, &job->blobs);
        }
        bytes += query_column_text(query, 5).size;
        results->next = job->seq;
    }
    query_end(query);
    return true;
}

bool queue_results(Queue *queue, Slice owner, int64_t group, int64_t after, int64_t limit,
    JobResults *out, Error *error) {
    ReadCall call = {.owner = owner, .group = group, .after = after, .limit = limit};
    if (!store_transact(queue->options.store, STORE_READ, read_results, &call, error)) {
        job_results_release(&call.results);
        return false;
    }
    *out = call.results;
    return true;
}

void job_results_release(JobResults *results) {
    for (size_t i = 0; i < results->count; i++) {
        EndedJob *job = &results->items[i];
        free(job->name);
        free(job->state);
        free(job->reason);
        free(job->result);
        free(job->blobs);
    }
    free(results->items);
    *results = (JobResults){0};
}

// ---- What is under way ----

static bool read_running(StoreTx *tx, void *context, Error *error) {
    ReadCall *call = context;
    RunningJobs *running = &call->running;
    running_jobs_release(running);
    if (!read_group(tx, call, error)) {
        return false;
    }
    Query *query = query_begin(tx, "jobs_running");
    query_bind_int(query, 1, call->group);
    query_bind_int(query, 2, call->limit);
    while (query_step(query)) {
        running->items = list_grow(running->items, running->count, sizeof *running->items);
        running->items[running->count++] = (RunningJob){
            .name = copy_slice(query_column_text(query, 0)),
            .host = copy_slice(query_column_text(query, 1)),
            .started_ms = query_column_int(query, 2),
            .progress = copy_slice(query_column_text(query, 3)),
        };
    }
    query_end(query);
    return true;
}

bool queue_running(
    Queue *queue, Slice owner, int64_t group, int64_t limit, RunningJobs *out, Error *error) {
    ReadCall call = {.owner = owner, .group = group, .limit = limit};
    if (!store_transact(queue->options.store, STORE_READ, read_running, &call, error)) {
        running_jobs_release(&call.running);
        return false;
    }
    *out = call.running;
    return true;
}

void running_jobs_release(RunningJobs *running) {
    for (size_t i = 0; i < running->count; i++) {
        free(running->items[i].name);
        free(running->items[i].host);
        free(running->items[i].progress);
    }
    free(running->items);
    *running = (RunningJobs){0};
}

// ---- Counts ----

static bool count(StoreTx *tx, void *context, Error *error) {
    (void)error;
    QueueCounts counts = {0};
    Query *waiting = query_begin(tx, "jobs_waiting_by_lane");
    while (query_step(waiting)) {
        counts.waiting[query_column_int(waiting, 0)] = query_column_int(waiting, 1);
    }
    query_end(waiting);
    counts.leased = query_take_int(query_begin(tx, "leases_count"));
    Query *hosts = query_begin(tx, "hosts_active_count");
    query_bind_int(hosts, 1, HOST_SEEN_MS);
    counts.hosts = query_take_int(hosts);
    *(QueueCounts *)context = counts;
    return true;
}

bool queue_counts(Queue *queue, QueueCounts *out, Error *error) {
    return store_transact(queue->options.store, STORE_READ, count, out, error);
}
