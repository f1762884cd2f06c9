#include "jobs/queue_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "jobs/limits.h"
#include "store/blobs.h"

// However it is spared, a job that has been tried so often is not tried again.
#define ATTEMPTS_PER_FAILURE 4
// How long a host that could not do a job leaves it to others.
#define AVOID_MS 60000

const char *const OUTCOME_NAMES[] = {
    [OUTCOME_DONE] = "done",
    [OUTCOME_REFUSED] = "refused",
    [OUTCOME_RETURNED] = "returned",
    [OUTCOME_FAILED] = "failed",
    [OUTCOME_EXPIRED] = "expired",
    [OUTCOME_CANCELLED] = "cancelled",
};

bool group_check(Query *group, Slice owner, Error *error) {
    bool is_found = query_step(group);
    Slice found = is_found ? query_column_text(group, 0) : (Slice){0};
    bool is_owned = !owner.data ||
                    (found.size == owner.size && memcmp(found.data, owner.data, owner.size) == 0);
    return (is_found && is_owned) || error_set(error, ERROR_NOT_FOUND, "there is no such group");
}

static bool lock_lease(StoreTx *tx, LockedJob *job) {
    Query *lease = query_begin(tx, "leases_lock");
    query_bind_int(lease, 1, job->id);
    bool is_leased = query_step(lease);
    if (is_leased) {
        Slice hash = query_column_blob(lease, 0);
        memcpy(job->attempt_hash.bytes, hash.data, SHA256_BYTES);
        job->host_id = query_column_int(lease, 1);
        job->token_id = query_column_int(lease, 2);
        snprintf(job->host_name, sizeof job->host_name, "%s", query_column_text(lease, 3).data);
        job->is_overdue = query_column_int(lease, 4) != 0;
        job->is_untrusted = query_column_int(lease, 5) != 0;
    }
    query_end(lease);
    return is_leased;
}

const JobKind *queue_kind(const Queue *queue, Slice name) {
    for (const JobKind *kind = queue->options.kinds; kind && kind->name; kind++) {
        if (slice_is(name, kind->name)) {
            return kind;
        }
    }
    return NULL;
}

bool job_lock(StoreTx *tx, const Queue *queue, int64_t id, LockedJob *out, Error *error) {
    LockedJob job = {.id = id};
    Query *of = query_begin(tx, "jobs_group");
    query_bind_int(of, 1, id);
    job.group_id = query_take_int(of);
    if (job.group_id == 0) {
        return error_set(error, ERROR_NOT_FOUND, "there is no such job");
    }
    Query *group = query_begin(tx, "groups_lock");
    query_bind_int(group, 1, job.group_id);
    job.group_seq = query_step(group) ? query_column_int(group, 3) : 0;
    query_end(group);
    Query *row = query_begin(tx, "jobs_lock");
    query_bind_int(row, 1, id);
    if (query_step(row)) {
        Slice state = query_column_text(row, 1);
        job.lane = query_column_int(row, 0);
        job.is_open = slice_is(state, "waiting") || slice_is(state, "leased");
        job.attempt_count = query_column_int(row, 2);
        job.failure_count = query_column_int(row, 3);
        job.max_attempts = query_column_int(row, 4);
        job.rerun_of = query_column_int(row, 5);
        job.is_late = query_column_int(row, 6) != 0;
        job.kind = queue_kind(queue, query_column_text(row, 7));
    }
    query_end(row);
    job.is_leased = lock_lease(tx, &job);
    *out = job;
    return !tx_failed(tx);
}

void job_end_lease(StoreTx *tx, const LockedJob *job, AttemptOutcome outcome, Slice reason) {
    Query *end = query_begin(tx, "leases_end");
    query_bind_int(end, 1, job->id);
    query_bind_text(end, 2, slice_from(OUTCOME_NAMES[outcome]));
    query_bind_text(end, 3, reason);
    query_end(end);
    Query *removal = query_begin(tx, "leases_remove");
    query_bind_int(removal, 1, job->id);
    query_end(removal);
}

void job_end(StoreTx *tx, const LockedJob *job, const JobEnd *end) {
    Query *update = query_begin(tx, "jobs_end");
    query_bind_int(update, 1, job->id);
    query_bind_text(update, 2, slice_from(end->state));
    query_bind_int(update, 3, end->cost);
    query_bind_text(update, 4, end->reason);
    if (end->result.data) {
        query_bind_text(update, 5, end->result);
    } else {
        query_bind_null(update, 5);
    }
    if (end->host_id != 0) {
        query_bind_int(update, 6, end->host_id);
    } else {
        query_bind_null(update, 6);
    }
    query_bind_text(update, 7, slice_from(end->fingerprint ? end->fingerprint : ""));
    query_bind_int(update, 8, job->group_seq + 1);
    query_end(update);
    Query *group = query_begin(tx, "groups_end_jobs");
    query_bind_int(group, 1, job->group_id);
    query_bind_int(group, 2, 1);
    query_end(group);
    if (job->kind && job->kind->settle && job->rerun_of == 0) {
        job->kind->settle(job->kind->settle_context, tx,
            &(JobSettlement){.job_id = job->id,
                .state = end->state,
                .code = end->code,
                .reason = end->reason,
                .result = end->result,
                .blobs = end->blobs,
                .blob_count = end->blob_count});
    }
}

void job_set_back(
    StoreTx *tx, const LockedJob *job, int64_t cost, bool avoids_host, const char *reason) {
    bool has_failed = job->failure_count + cost >= job->max_attempts;
    if (has_failed || job->attempt_count >= ATTEMPTS_PER_FAILURE * job->max_attempts) {
        Text text;
        text_init(&text);
        text_addf(&text, "given up after %lld attempts; the last one, on %s: %s",
            (long long)job->attempt_count, job->host_name, reason);
        job_end(tx, job,
            &(JobEnd){.state = "failed",
                .cost = cost,
                .code = ERROR_ATTEMPTS_USED,
                .reason = text_slice(&text)});
        text_release(&text);
        return;
    }
    Query *update = query_begin(tx, "jobs_wait_again");
    query_bind_int(update, 1, job->id);
    query_bind_int(update, 2, cost);
    query_bind_text(update, 3, slice_from(reason));
    query_bind_int(update, 4, lane_first(tx, job->lane));
    if (avoids_host) {
        query_bind_int(update, 5, job->token_id);
    } else {
        query_bind_null(update, 5);
    }
    query_bind_int(update, 6, avoids_host ? AVOID_MS : 0);
    query_end(update);
}

int64_t lane_first(StoreTx *tx, int64_t lane) {
    Query *first = query_begin(tx, "lanes_first");
    query_bind_int(first, 1, lane);
    bool is_empty = !query_step(first) || query_column_is_null(first, 0);
    int64_t key = is_empty ? INT64_MAX : query_column_int(first, 0);
    query_end(first);
    return key;
}

static Query *begin_needs(
    StoreTx *tx, const char *name, int64_t lane, Slice kind, const JobNeeds *needs) {
    Query *query = query_begin(tx, name);
    query_bind_int(query, 1, lane);
    query_bind_text(query, 2, kind);
    query_bind_int(query, 3, needs->cores);
    query_bind_int(query, 4, needs->memory_mb);
    query_bind_int(query, 5, needs->sandbox);
    query_bind_text(query, 6, needs->bench);
    return query;
}

int64_t queue_of_needs(StoreTx *tx, int64_t lane, Slice kind, const JobNeeds *needs) {
    int64_t id = query_take_int(begin_needs(tx, "queues_find", lane, kind, needs));
    if (id != 0 || query_take_int(query_begin(tx, "queues_count")) >= QUEUES_MAX) {
        return id;
    }
    query_end(begin_needs(tx, "queues_add", lane, kind, needs));
    return query_take_int(begin_needs(tx, "queues_find", lane, kind, needs));
}

static bool refer(StoreTx *tx, int64_t group, const Sha256 *blob) {
    if (blob_size(tx, blob) < 0) {
        return false;
    }
    Query *add = query_begin(tx, "group_blobs_add");
    query_bind_int(add, 1, group);
    query_bind_blob(add, 2, sha256_slice(blob));
    if (query_changes(add) > 0) {
        blob_ref(tx, blob);
    }
    query_end(add);
    return true;
}

bool job_add_blobs(StoreTx *tx, int64_t group, int64_t job, bool is_result, const Sha256 *blobs,
    size_t count, Error *error) {
    for (size_t i = 0; i < count; i++) {
        if (!refer(tx, group, &blobs[i])) {
            char hex[SHA256_TEXT_SIZE];
            return error_set(error, ERROR_BLOB_MISSING, "there is no blob %s: upload it first",
                sha256_hex(&blobs[i], hex));
        }
        Query *add = query_begin(tx, "job_blobs_add");
        query_bind_int(add, 1, job);
        query_bind_int(add, 2, is_result);
        query_bind_blob(add, 3, sha256_slice(&blobs[i]));
        query_end(add);
    }
    return true;
}

size_t job_list_blobs(StoreTx *tx, int64_t job, bool is_result, Sha256 **out) {
    size_t count = 0;
    *out = NULL;
    Query *list = query_begin(tx, "job_blobs_list");
    query_bind_int(list, 1, job);
    query_bind_int(list, 2, is_result);
    while (query_step(list)) {
        *out = list_grow(*out, count, sizeof **out);
        memcpy((*out)[count++].bytes, query_column_blob(list, 0).data, SHA256_BYTES);
    }
    query_end(list);
    return count;
}

void *list_grow(void *items, size_t count, size_t item_size) {
    if (count > 0 && (count & (count - 1)) != 0) {
        return items; // there is room up to the next power of two
    }
    void *grown = realloc(items, (count > 0 ? 2 * count : 1) * item_size);
    if (!grown) {
        abort();
    }
    return grown;
}

char *copy_slice(Slice slice) {
    char *copy = malloc(slice.size + 1);
    if (!copy) {
        abort();
    }
    memcpy(copy, slice.data, slice.size);
    copy[slice.size] = '\0';
    return copy;
}
