// Leases: how hosts get them and keep them.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jobs/hosts.h"
#include "jobs/limits.h"
#include "jobs/queue_parts.h"

// Of 100 claims, how many take any lane in which something waits.
#define ANY_LANE_PERCENT 25

// A queue with jobs that the host can do. The queues are in the order of their lanes, and in a lane
// of the keys of what waits first.
typedef struct Head {
    int64_t queue_id;
    int64_t lane;
    int64_t key;
    int64_t cores;
    char kind[JOB_KIND_BYTES + 1];
    bool is_empty; // nothing in it is for this host now, or others are taking it
} Head;

typedef struct Heads {
    Head items[QUEUES_MAX];
    size_t count;
} Heads;

typedef struct ClaimCall {
    Queue *queue;
    const HostProof *host;
    int64_t slots;
    const Slice *kinds;
    size_t kind_count;
    ClaimedJobs claimed;
} ClaimCall;

static bool is_wanted(const ClaimCall *call, Slice kind) {
    for (size_t i = 0; i < call->kind_count; i++) {
        if (call->kinds[i].size == kind.size &&
            memcmp(call->kinds[i].data, kind.data, kind.size) == 0) {
            return true;
        }
    }
    return false;
}

static void read_heads(
    StoreTx *tx, const ClaimCall *call, const Host *host, int64_t slots, Heads *heads) {
    heads->count = 0;
    Query *query = query_begin(tx, "queues_heads");
    while (query_step(query) && heads->count < QUEUES_MAX) {
        Slice kind = query_column_text(query, 2);
        Slice bench = query_column_text(query, 6);
        if (query_column_int(query, 3) > slots || query_column_int(query, 4) > host->memory_mb ||
            query_column_int(query, 5) > host->sandbox ||
            (bench.size > 0 && !slice_is(bench, host->bench)) || !is_wanted(call, kind)) {
            continue;
        }
        Head *head = &heads->items[heads->count++];
        *head = (Head){.queue_id = query_column_int(query, 0),
            .lane = query_column_int(query, 1),
            .key = query_column_int(query, 7),
            .cores = query_column_int(query, 3)};
        snprintf(head->kind, sizeof head->kind, "%s", kind.data);
    }
    query_end(query);
}

// The queue that is served next, or null.
static Head *choose(Queue *queue, Heads *heads) {
    Head *firsts[LANE_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < heads->count; i++) {
        Head *head = &heads->items[i];
        if (!head->is_empty && (count == 0 || firsts[count - 1]->lane != head->lane)) {
            firsts[count++] = head;
        }
    }
    if (count == 0) {
        return NULL;
    }
    return firsts[queue_draw(queue, 100) < ANY_LANE_PERCENT ? queue_draw(queue, count) : 0];
}

// The greatest key for which the queue of a head comes before the others of its lane.
static int64_t last_key(const Heads *heads, const Head *head) {
    for (const Head *next = head + 1; next < heads->items + heads->count; next++) {
        if (next->lane == head->lane && !next->is_empty) {
            return next->key;
        }
    }
    return INT64_MAX;
}

static void lease(StoreTx *tx, const ClaimCall *call, ClaimedJob *job) {
    secret_make(job->attempt);
    Sha256 hash = secret_hash(slice_from(job->attempt));
    int64_t lease_ms = queue_lease_ms(call->queue);
    Query *add = query_begin(tx, "leases_add");
    query_bind_int(add, 1, job->id);
    query_bind_blob(add, 2, sha256_slice(&hash));
    query_bind_int(add, 3, call->host->host_id);
    query_bind_int(add, 4, job->run_ms);
    query_bind_int(add, 5, job->run_ms < lease_ms ? job->run_ms : lease_ms);
    query_end(add);
    job->blob_count = job_list_blobs(tx, job->id, false, &job->blobs);
}

// Takes up to `limit` jobs off a queue and returns how many there were.
static int64_t take(StoreTx *tx, ClaimCall *call, const Head *head, int64_t last, int64_t limit) {
    int64_t count = 0;
    ClaimedJobs *claimed = &call->claimed;
    Query *query = query_begin(tx, "jobs_claim");
    query_bind_int(query, 1, head->queue_id);
    query_bind_int(query, 2, last);
    query_bind_int(query, 3, call->host->token_id);
    query_bind_int(query, 4, limit);
    for (; query_step(query); count++) {
        claimed->items = list_grow(claimed->items, claimed->count, sizeof *claimed->items);
        ClaimedJob *job = &claimed->items[claimed->count++];
        *job = (ClaimedJob){.id = query_column_int(query, 0),
            .kind = copy_slice(slice_from(head->kind)),
            .name = copy_slice(query_column_text(query, 1)),
            .payload = copy_slice(query_column_text(query, 2)),
            .cores = head->cores,
            .run_ms = query_column_int(query, 3)};
        lease(tx, call, job);
    }
    query_end(query);
    return count;
}

static bool claim(StoreTx *tx, void *context, Error *error) {
    ClaimCall *call = context;
    claimed_jobs_release(&call->claimed); // of a run that has to be repeated
    Host host;
    if (!host_check(tx, call->host, &host, error)) {
        return false;
    }
    Heads heads;
    int64_t slots = call->slots;
    read_heads(tx, call, &host, slots, &heads);
    Head *head;
    while (slots > 0 && (head = choose(call->queue, &heads)) && !tx_failed(tx)) {
        int64_t last = last_key(&heads, head);
        int64_t limit = slots / head->cores;
        int64_t count = limit > 0 ? take(tx, call, head, last, limit) : 0;
        slots -= count * head->cores;
        if (count == 0) {
            head->is_empty = true;
        } else if (slots > 0) {
            read_heads(tx, call, &host, slots, &heads);
        }
    }
    return true;
}

bool queue_claim(Queue *queue, const HostProof *host, int64_t slots, const Slice *kinds,
    size_t kind_count, ClaimedJobs *out, Error *error) {
    ClaimCall call = {
        .queue = queue, .host = host, .slots = slots, .kinds = kinds, .kind_count = kind_count};
    if (!store_transact(queue->options.store, STORE_WRITE, claim, &call, error)) {
        claimed_jobs_release(&call.claimed);
        return false;
    }
    *out = call.claimed;
    return true;
}

void claimed_jobs_release(ClaimedJobs *claimed) {
    for (size_t i = 0; i < claimed->count; i++) {
        ClaimedJob *job = &claimed->items[i];
        free(job->kind);
        free(job->name);
        free(job->payload);
        free(job->blobs);
    }
    free(claimed->items);
    *claimed = (ClaimedJobs){0};
}

// ---- Beats ----

typedef struct BeatCall {
    Queue *queue;
    const HostProof *host;
    const Beat *beats;
    size_t count;
    BeatAnswer *answers;
} BeatCall;

static BeatAnswer renew(StoreTx *tx, const BeatCall *call, const Beat *beat) {
    Sha256 hash = secret_hash(beat->attempt);
    Query *update = query_begin(tx, "leases_renew");
    query_bind_int(update, 1, beat->job_id);
    query_bind_blob(update, 2, sha256_slice(&hash));
    query_bind_int(update, 3, call->host->host_id);
    query_bind_int(update, 4, queue_lease_ms(call->queue));
    if (beat->progress.data) {
        query_bind_text(update, 5, beat->progress);
    } else {
        query_bind_null(update, 5);
    }
    bool is_renewed = query_changes(update) > 0;
    query_end(update);
    if (is_renewed) {
        return BEAT_RENEWED;
    }
    Query *find = query_begin(tx, "attempts_find");
    query_bind_int(find, 1, beat->job_id);
    query_bind_blob(find, 2, sha256_slice(&hash));
    bool is_cancelled =
        query_step(find) && slice_is(query_column_text(find, 0), OUTCOME_NAMES[OUTCOME_CANCELLED]);
    query_end(find);
    return is_cancelled ? BEAT_CANCELLED : BEAT_LOST;
}

static bool beat(StoreTx *tx, void *context, Error *error) {
    BeatCall *call = context;
    Host host;
    if (!host_check(tx, call->host, &host, error)) {
        return false;
    }
    for (size_t i = 0; i < call->count; i++) {
        call->answers[i] = renew(tx, call, &call->beats[i]);
    }
    return true;
}

bool queue_beat(Queue *queue, const HostProof *host, const Beat *beats, size_t count,
    BeatAnswer *answers, Error *error) {
    BeatCall call = {queue, host, beats, count, answers};
    return store_transact(queue->options.store, STORE_WRITE, beat, &call, error);
}

// ---- Blobs ----

typedef struct BlobCall {
    int64_t token_id;
    const Sha256 *blob;
    bool is_needed;
} BlobCall;

static bool find_need(StoreTx *tx, void *context, Error *error) {
    (void)error;
    BlobCall *call = context;
    Query *count = query_begin(tx, "leases_of_blob");
    query_bind_int(count, 1, call->token_id);
    query_bind_blob(count, 2, sha256_slice(call->blob));
    call->is_needed = query_take_int(count) > 0;
    return true;
}

bool queue_needs_blob(
    Queue *queue, int64_t token_id, const Sha256 *blob, bool *is_needed, Error *error) {
    BlobCall call = {.token_id = token_id, .blob = blob};
    if (!store_transact(queue->options.store, STORE_READ, find_need, &call, error)) {
        return false;
    }
    *is_needed = call.is_needed;
    return true;
}
