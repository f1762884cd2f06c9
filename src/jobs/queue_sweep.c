// The ends of jobs and leases that no host reports: cancellation, expiry, deadlines.

#include "jobs/queue_parts.h"

// Jobs of one sweep; the next sweep does the rest.
#define SWEEP_MAX 1000

// ---- Cancellation ----

typedef struct CancelCall {
    const Queue *queue;
    Slice owner;
    int64_t group;
    int64_t cancelled;
} CancelCall;

static const char CANCELLED[] = "the group was cancelled";

// Tells who settles them about the jobs that were open.
static void settle_cancelled(StoreTx *tx, const Queue *queue, Query *open) {
    while (query_step(open)) {
        const JobKind *kind = queue_kind(queue, query_column_text(open, 1));
        if (kind && kind->settle && query_column_is_null(open, 2)) {
            kind->settle(kind->settle_context, tx,
                &(JobSettlement){.job_id = query_column_int(open, 0),
                    .state = "cancelled",
                    .code = ERROR_JOB_CANCELLED,
                    .reason = slice_from(CANCELLED)});
        }
    }
    query_end(open);
}

static bool cancel(StoreTx *tx, void *context, Error *error) {
    CancelCall *call = context;
    Query *group = query_begin(tx, "groups_lock");
    query_bind_int(group, 1, call->group);
    if (!group_check(group, call->owner, error)) {
        return false;
    }
    int64_t seq = query_column_int(group, 3);
    query_end(group);
    Query *lock = query_begin(tx, "jobs_lock_open"); // whoever is just claiming one comes first
    query_bind_int(lock, 1, call->group);
    query_changes(lock); // now, before they end
    Query *attempts = query_begin(tx, "leases_cancel");
    query_bind_int(attempts, 1, call->group);
    query_bind_text(attempts, 2, slice_from(CANCELLED));
    query_end(attempts);
    Query *leases = query_begin(tx, "leases_remove_of_group");
    query_bind_int(leases, 1, call->group);
    query_end(leases);
    Query *jobs = query_begin(tx, "jobs_cancel");
    query_bind_int(jobs, 1, call->group);
    query_bind_int(jobs, 2, seq);
    query_bind_text(jobs, 3, slice_from(CANCELLED));
    call->cancelled = query_changes(jobs);
    query_end(jobs);
    Query *update = query_begin(tx, "groups_end_jobs");
    query_bind_int(update, 1, call->group);
    query_bind_int(update, 2, call->cancelled);
    query_end(update);
    settle_cancelled(tx, call->queue, lock);
    return true;
}

bool queue_cancel(Queue *queue, Slice owner, int64_t group, int64_t *cancelled, Error *error) {
    CancelCall call = {.queue = queue, .owner = owner, .group = group};
    if (!store_transact(queue->options.store, STORE_WRITE, cancel, &call, error)) {
        return false;
    }
    *cancelled = call.cancelled;
    return true;
}

bool queue_withdraw(const Queue *queue, StoreTx *tx, int64_t id, Slice reason, Error *error) {
    LockedJob job;
    if (!job_lock(tx, queue, id, &job, error)) {
        return false;
    }
    if (job.is_leased) {
        job_end_lease(tx, &job, OUTCOME_CANCELLED, reason);
    }
    if (job.is_open) {
        job_end(tx, &job,
            &(JobEnd){.state = "cancelled", .code = ERROR_JOB_CANCELLED, .reason = reason});
    }
    return true;
}

// ---- The sweep ----

typedef struct FoundJobs {
    const char *statement;
    int64_t ids[SWEEP_MAX];
    size_t count;
} FoundJobs;

static bool find(StoreTx *tx, void *context, Error *error) {
    (void)error;
    FoundJobs *found = context;
    found->count = 0;
    Query *query = query_begin(tx, found->statement);
    query_bind_int(query, 1, SWEEP_MAX);
    while (query_step(query)) {
        found->ids[found->count++] = query_column_int(query, 0);
    }
    query_end(query);
    return true;
}

typedef struct SweepCall {
    const Queue *queue;
    int64_t job;
    bool is_expired;
    bool is_late;
} SweepCall;

// The deadline has passed: the job fails, whoever works on it.
static void end_late(StoreTx *tx, const LockedJob *job) {
    static const char REASON[] = "its deadline has passed";
    if (job->is_leased) {
        job_end_lease(tx, job, OUTCOME_CANCELLED, slice_from(REASON));
    }
    job_end(tx, job,
        &(JobEnd){.state = "failed", .code = ERROR_JOB_LATE, .reason = slice_from(REASON)});
}

static void expire(StoreTx *tx, const LockedJob *job) {
    const char *reason =
        job->is_untrusted ? "its host may not work any more" : "its host was not heard of in time";
    job_end_lease(tx, job, OUTCOME_EXPIRED, slice_from(reason));
    job_set_back(tx, job, !job->is_untrusted, false, reason);
    Query *count = query_begin(tx, "hosts_count_lost");
    query_bind_int(count, 1, job->host_id);
    query_end(count);
}

// What was found may have changed meanwhile: only what is locked counts.
static bool sweep_job(StoreTx *tx, void *context, Error *error) {
    SweepCall *call = context;
    LockedJob job;
    if (!job_lock(tx, call->queue, call->job, &job, error)) {
        return false;
    }
    call->is_late = job.is_open && job.is_late;
    call->is_expired = !call->is_late && job.is_leased && (job.is_overdue || job.is_untrusted);
    if (call->is_late) {
        end_late(tx, &job);
    } else if (call->is_expired) {
        expire(tx, &job);
    }
    return true;
}

// One transaction a job, so that the locks of groups are never taken out of order.
static bool sweep(Queue *queue, const char *statement, SweepCounts *counts, Error *error) {
    FoundJobs found = {.statement = statement};
    if (!store_transact(queue->options.store, STORE_READ, find, &found, error)) {
        return false;
    }
    for (size_t i = 0; i < found.count; i++) {
        SweepCall call = {.queue = queue, .job = found.ids[i]};
        if (!store_transact(queue->options.store, STORE_WRITE, sweep_job, &call, error)) {
            return false;
        }
        counts->expired += call.is_expired;
        counts->late += call.is_late;
    }
    return true;
}

bool queue_sweep(Queue *queue, SweepCounts *out, Error *error) {
    SweepCounts counts = {0};
    QueueCounts seen;
    if (!sweep(queue, "jobs_late", &counts, error) ||
        !sweep(queue, "leases_over", &counts, error) || !queue_counts(queue, &seen, error)) {
        return false;
    }
    atomic_store(&queue->host_count, seen.hosts);
    *out = counts;
    return true;
}
