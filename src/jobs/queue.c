// The queue as a whole, and what clients put into it.

#include "jobs/queue.h"

#include <stdlib.h>
#include <string.h>

#include "jobs/limits.h"
#include "jobs/queue_parts.h"

#define LEASE_MS 60000
#define BEATS_PER_LEASE 6
// All hosts that are idle make 67 to 100 claims a second.
#define RETRY_MS_PER_HOST 10
#define RETRY_MS_MIN 1000
#define RETRY_MS_MAX 60000
// All hosts tell at most 200 times a second what was played.
#define NEWS_MS_PER_HOST 5
#define NEWS_MS_MIN 1000

const char *const LANE_NAMES[LANE_COUNT] = {
    [LANE_COMPILE] = "compile",
    [LANE_CHECK] = "check",
    [LANE_REQUESTED] = "requested",
    [LANE_RANKED] = "ranked",
    [LANE_RERUN] = "rerun",
};

Queue *queue_new(const QueueOptions *options) {
    Queue *queue = calloc(1, sizeof *queue);
    if (!queue) {
        abort();
    }
    queue->options = *options;
    if (queue->options.lease_ms == 0) {
        queue->options.lease_ms = LEASE_MS;
    }
    pthread_mutex_init(&queue->mutex, NULL);
    rng_init(&queue->rng, options->seed);
    return queue;
}

void queue_free(Queue *queue) {
    if (queue) {
        pthread_mutex_destroy(&queue->mutex);
        free(queue);
    }
}

Store *queue_store(Queue *queue) {
    return queue->options.store;
}

int64_t queue_lease_ms(const Queue *queue) {
    return queue->options.lease_ms;
}

int64_t queue_beat_ms(const Queue *queue) {
    return queue->options.lease_ms / BEATS_PER_LEASE;
}

int64_t queue_news_ms(Queue *queue) {
    int64_t wait_ms = atomic_load(&queue->host_count) * NEWS_MS_PER_HOST;
    return wait_ms < NEWS_MS_MIN ? NEWS_MS_MIN : wait_ms;
}

int64_t queue_retry_ms(Queue *queue) {
    int64_t wait_ms = atomic_load(&queue->host_count) * RETRY_MS_PER_HOST;
    wait_ms = wait_ms < RETRY_MS_MIN   ? RETRY_MS_MIN
              : wait_ms > RETRY_MS_MAX ? RETRY_MS_MAX
                                       : wait_ms;
    return wait_ms + (int64_t)queue_draw(queue, (uint64_t)wait_ms);
}

uint64_t queue_draw(Queue *queue, uint64_t bound) {
    pthread_mutex_lock(&queue->mutex);
    uint64_t number = rng_below(&queue->rng, bound);
    pthread_mutex_unlock(&queue->mutex);
    return number;
}

// ---- Groups ----

typedef struct GroupCall {
    Slice owner;
    Slice key;
    Slice kind;
    JobGroup group;
} GroupCall;

static bool find_group(StoreTx *tx, GroupCall *call) {
    Query *find = query_begin(tx, "groups_find");
    query_bind_text(find, 1, call->owner);
    query_bind_text(find, 2, call->key);
    bool is_found = query_step(find);
    if (is_found) {
        call->group = (JobGroup){
            query_column_int(find, 0), query_column_int(find, 1), query_column_int(find, 2)};
    }
    query_end(find);
    return is_found;
}

static bool make_group(StoreTx *tx, void *context, Error *error) {
    (void)error;
    GroupCall *call = context;
    if (!find_group(tx, call)) {
        Query *add = query_begin(tx, "groups_add");
        query_bind_text(add, 1, call->owner);
        query_bind_text(add, 2, call->key);
        query_bind_text(add, 3, call->kind);
        query_end(add);
        find_group(tx, call);
    }
    return true;
}

static bool check_size(Slice value, size_t max, const char *what, Error *error) {
    return (value.size > 0 && value.size <= max) ||
           error_set(error, ERROR_BAD_JOB, "%s has from 1 to %zu bytes", what, max);
}

bool queue_group(Queue *queue, Slice owner, Slice key, Slice kind, JobGroup *out, Error *error) {
    GroupCall call = {.owner = owner, .key = key, .kind = kind};
    if (!check_size(key, GROUP_KEY_BYTES, "a group's key", error) ||
        !check_size(kind, JOB_KIND_BYTES, "a group's kind", error) ||
        !store_transact(queue->options.store, STORE_WRITE, make_group, &call, error)) {
        return false;
    }
    *out = call.group;
    return true;
}

// ---- Jobs ----

JobSpec job_spec(void) {
    return (JobSpec){
        .lane = LANE_REQUESTED,
        .needs = {.cores = 1},
        .max_attempts = JOB_MAX_ATTEMPTS,
        .run_ms = JOB_RUN_MS,
        .deadline_ms = JOB_DEADLINE_MS,
    };
}

static bool check_number(int64_t value, int64_t min, int64_t max, const char *what, Error *error) {
    return (value >= min && value <= max) ||
           error_set(error, ERROR_BAD_JOB, "%s is from %lld to %lld", what, (long long)min,
               (long long)max);
}

static bool check_spec(const JobSpec *spec, Error *error) {
    const JobNeeds *needs = &spec->needs;
    return check_size(spec->name, JOB_NAME_BYTES, "a job's name", error) &&
           check_size(spec->kind, JOB_KIND_BYTES, "a job's kind", error) &&
           check_size(spec->payload, JOB_PAYLOAD_BYTES, "a job's payload", error) &&
           (needs->bench.size == 0 ||
               check_size(needs->bench, JOB_BENCH_BYTES, "the needed bench", error)) &&
           (spec->owner.size == 0 ||
               check_size(spec->owner, JOB_OWNER_BYTES, "a job's owner", error)) &&
           check_number(spec->lane, LANE_COMPILE, LANE_RANKED, "a lane", error) &&
           check_number((int64_t)spec->blob_count, 0, JOB_BLOBS_MAX, "a job's blobs", error) &&
           check_number(needs->cores, 1, JOB_CORES_MAX, "the needed cores", error) &&
           check_number(needs->memory_mb, 0, JOB_MEMORY_MB_MAX, "the needed memory", error) &&
           check_number(needs->sandbox, 0, 2, "the needed sandbox", error) &&
           check_number(spec->max_attempts, 1, JOB_MAX_ATTEMPTS_MAX, "maxAttempts", error) &&
           check_number(spec->run_ms, 1, JOB_RUN_MS_MAX, "runMs", error) &&
           check_number(spec->deadline_ms, 1, JOB_DEADLINE_MS_MAX, "deadlineMs", error);
}

typedef struct AddCall {
    Slice owner;
    int64_t group;
    const JobSpec *specs;
    size_t count;
    JobsAdded added;
    int64_t last; // the number of the last one
} AddCall;

// What the jobs of a batch have in common.
typedef struct Batch {
    StoreTx *tx;
    int64_t group;
    Slice group_owner;
    Slice owner;                   // of the job that is added
    int64_t next_keys[LANE_COUNT]; // the fairness key of the owner's next job; 0: not known yet
    int64_t new_count;
} Batch;

// Goes on with the jobs of an owner: one submission of each at a time, or two would get the same
// fairness keys.
static void turn_to_owner(Batch *batch, Slice owner) {
    if (batch->owner.data && batch->owner.size == owner.size &&
        memcmp(batch->owner.data, owner.data, owner.size) == 0) {
        return;
    }
    batch->owner = owner;
    memset(batch->next_keys, 0, sizeof batch->next_keys);
    Query *lock = query_begin(batch->tx, "owners_lock");
    query_bind_text(lock, 1, owner);
    query_end(lock);
}

// The fairness key of the owner's next job in a lane: that of what is served next, or the one
// behind the owner's last. Keys begin at 1.
static int64_t next_key(Batch *batch, JobLane lane) {
    if (batch->next_keys[lane] == 0) {
        int64_t first = lane_first(batch->tx, lane);
        Query *query = query_begin(batch->tx, "owners_last");
        query_bind_text(query, 1, batch->owner);
        query_bind_int(query, 2, lane);
        int64_t behind_last = query_take_int(query) + 1;
        batch->next_keys[lane] = first != INT64_MAX && first > behind_last ? first : behind_last;
    }
    return batch->next_keys[lane];
}

// Whether the job of that name is the same; if it is cancelled it waits again.
static bool add_known(Batch *batch, const JobSpec *spec, int64_t queue_id, int64_t *id,
    bool *is_revived, Error *error) {
    Query *known = query_begin(batch->tx, "jobs_known");
    query_bind_int(known, 1, batch->group);
    query_bind_text(known, 2, spec->name);
    query_step(known);
    Slice payload = query_column_text(known, 3);
    *id = query_column_int(known, 0);
    *is_revived = slice_is(query_column_text(known, 2), "cancelled");
    if (query_column_int(known, 1) != queue_id || payload.size != spec->payload.size ||
        memcmp(payload.data, spec->payload.data, payload.size) != 0) {
        char quoted[SLICE_QUOTE_SIZE];
        return tx_failed(batch->tx) ||
               error_set(error, ERROR_JOB_DIFFERS, "job %s is there already with other contents",
                   slice_quote(spec->name, quoted));
    }
    query_end(known);
    if (*is_revived) {
        Query *revive = query_begin(batch->tx, "jobs_revive");
        query_bind_int(revive, 1, *id);
        query_bind_int(revive, 2, next_key(batch, spec->lane));
        query_bind_int(revive, 3, spec->max_attempts);
        query_bind_int(revive, 4, spec->run_ms);
        query_bind_int(revive, 5, spec->deadline_ms);
        query_end(revive);
    }
    return true;
}

static bool add_job(Batch *batch, const JobSpec *spec, int64_t *id, bool *is_added, Error *error) {
    *is_added = false;
    turn_to_owner(batch, spec->owner.size > 0 ? spec->owner : batch->group_owner);
    int64_t queue_id = queue_of_needs(batch->tx, spec->lane, spec->kind, &spec->needs);
    if (queue_id == 0) {
        return tx_failed(batch->tx) ||
               error_set(error, ERROR_TOO_MANY_NEEDS,
                   "jobs of %d kinds and needs wait already: use one of those", QUEUES_MAX);
    }
    Query *add = query_begin(batch->tx, "jobs_add");
    query_bind_int(add, 1, batch->group);
    query_bind_text(add, 2, spec->name);
    query_bind_int(add, 3, queue_id);
    query_bind_int(add, 4, spec->lane);
    query_bind_text(add, 5, batch->owner);
    query_bind_int(add, 6, next_key(batch, spec->lane));
    query_bind_text(add, 7, spec->payload);
    query_bind_int(add, 8, spec->max_attempts);
    query_bind_int(add, 9, spec->run_ms);
    query_bind_int(add, 10, spec->deadline_ms);
    *id = query_take_int(add);
    bool is_good;
    if (*id != 0) {
        *is_added = true;
        batch->new_count++;
        is_good = job_add_blobs(
            batch->tx, batch->group, *id, false, spec->blobs, spec->blob_count, error);
    } else {
        is_good = add_known(batch, spec, queue_id, id, is_added, error);
    }
    if (*is_added) {
        batch->next_keys[spec->lane]++;
    }
    return is_good;
}

static bool add_jobs(StoreTx *tx, void *context, Error *error) {
    AddCall *call = context;
    JobsAdded added = {0};
    Query *group = query_begin(tx, "groups_lock");
    query_bind_int(group, 1, call->group);
    if (!group_check(group, call->owner, error)) {
        return false;
    }
    Batch batch = {.tx = tx, .group = call->group, .group_owner = query_column_text(group, 0)};
    int64_t job_count = query_column_int(group, 1);
    for (size_t i = 0; i < call->count && !tx_failed(tx); i++) {
        bool is_added;
        if (!add_job(&batch, &call->specs[i], &call->last, &is_added, error)) {
            return false;
        }
        added.added += is_added;
        added.known += !is_added;
    }
    if (job_count + batch.new_count > GROUP_JOBS_MAX) {
        return error_set(error, ERROR_TOO_MANY_JOBS, "a group has at most %d jobs", GROUP_JOBS_MAX);
    }
    Query *update = query_begin(tx, "groups_count");
    query_bind_int(update, 1, call->group);
    query_bind_int(update, 2, batch.new_count);
    query_bind_int(update, 3, added.added);
    query_end(update);
    query_end(group);
    call->added = added;
    return true;
}

bool queue_add(Queue *queue, Slice owner, int64_t group, const JobSpec *specs, size_t count,
    JobsAdded *out, Error *error) {
    if (count > BATCH_JOBS_MAX) {
        return error_set(
            error, ERROR_TOO_MANY_JOBS, "at most %d jobs are submitted at once", BATCH_JOBS_MAX);
    }
    for (size_t i = 0; i < count; i++) {
        if (!check_spec(&specs[i], error)) {
            return false;
        }
    }
    AddCall call = {.owner = owner, .group = group, .specs = specs, .count = count};
    if (!store_transact(queue->options.store, STORE_WRITE, add_jobs, &call, error)) {
        return false;
    }
    *out = call.added;
    return true;
}

int64_t queue_put(
    StoreTx *tx, Slice owner, Slice key, Slice group_kind, const JobSpec *spec, Error *error) {
    GroupCall group = {.owner = owner, .key = key, .kind = group_kind};
    if (!check_spec(spec, error)) {
        return 0;
    }
    make_group(tx, &group, error);
    AddCall call = {.group = group.group.id, .specs = spec, .count = 1};
    return add_jobs(tx, &call, error) && !tx_failed(tx) ? call.last : 0;
}
