// The ends of attempts that their hosts report: results and returns.

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "jobs/limits.h"
#include "jobs/queue_parts.h"
#include "jobs/trust.h"

typedef struct EndCall {
    Queue *queue;
    int64_t job;
    Sha256 attempt_hash;
    // A result:
    JobResultView view;
    bool is_refused;
    Error refusal;
    JobFinding finding;
    // A return:
    bool has_failed;
    Slice reason;
} EndCall;

// ---- Attempts that have ended before ----

static bool has_same_blobs(StoreTx *tx, const EndCall *call) {
    Sha256 *blobs;
    size_t count = job_list_blobs(tx, call->job, true, &blobs);
    size_t found = 0;
    for (size_t i = 0; i < call->view.blob_count; i++) {
        bool is_there = false;
        for (size_t k = 0; k < count; k++) {
            is_there = is_there || sha256_equal(&blobs[k], &call->view.blobs[i]);
        }
        found += is_there;
    }
    free(blobs);
    return found == count && found == call->view.blob_count;
}

static bool is_same_result(StoreTx *tx, const EndCall *call) {
    Query *query = query_begin(tx, "jobs_result");
    query_bind_int(query, 1, call->job);
    query_step(query);
    Slice result = query_column_text(query, 0);
    bool is_same = result.size == call->view.result.size &&
                   memcmp(result.data, call->view.result.data, result.size) == 0;
    query_end(query);
    return is_same && has_same_blobs(tx, call);
}

// What is said to an attempt that holds no lease: true if it only says again what it has said.
static bool answer_ended(StoreTx *tx, const EndCall *call, bool is_return, Error *error) {
    Query *query = query_begin(tx, "attempts_find");
    query_bind_int(query, 1, call->job);
    query_bind_blob(query, 2, sha256_slice(&call->attempt_hash));
    Slice outcome = query_step(query) ? query_column_text(query, 0) : slice_from("");
    if (slice_is(outcome, OUTCOME_NAMES[OUTCOME_CANCELLED])) {
        return error_set(error, ERROR_JOB_CANCELLED, "the job is cancelled");
    }
    if (is_return) {
        return slice_is(outcome, OUTCOME_NAMES[OUTCOME_RETURNED]) ||
               slice_is(outcome, OUTCOME_NAMES[OUTCOME_FAILED]) ||
               error_set(error, ERROR_ATTEMPT_STALE, "the attempt is over");
    }
    if (slice_is(outcome, OUTCOME_NAMES[OUTCOME_REFUSED])) {
        return error_set(
            error, ERROR_RESULT_REFUSED, "refused: %s", query_column_text(query, 1).data);
    }
    if (!slice_is(outcome, OUTCOME_NAMES[OUTCOME_DONE])) {
        return error_set(error, ERROR_ATTEMPT_STALE, "the attempt is over");
    }
    return is_same_result(tx, call) ||
           error_set(error, ERROR_RESULT_DIFFERS, "this attempt has sent another result");
}

// Locks the job. Whether the attempt holds its lease; if not, `*answer` is what to say.
static bool lock_attempt(
    StoreTx *tx, const EndCall *call, bool is_return, LockedJob *job, bool *answer, Error *error) {
    if (!job_lock(tx, call->queue, call->job, job, error)) {
        *answer = false;
        return false;
    }
    if (!job->is_leased || !sha256_equal(&job->attempt_hash, &call->attempt_hash)) {
        *answer = answer_ended(tx, call, is_return, error);
        return false;
    }
    return true;
}

// ---- Results ----

static void refuse(StoreTx *tx, const LockedJob *job, const char *reason) {
    job_end_lease(tx, job, OUTCOME_REFUSED, slice_from(reason));
    job_set_back(tx, job, 0, true, reason);
    trust_refused(tx, job);
}

static bool finish(StoreTx *tx, void *context, Error *error) {
    EndCall *call = context;
    LockedJob job;
    bool answer;
    if (!lock_attempt(tx, call, false, &job, &answer, error)) {
        return answer;
    }
    if (call->is_refused) {
        refuse(tx, &job, call->refusal.text);
        return true;
    }
    if (!job_add_blobs(
            tx, job.group_id, job.id, true, call->view.blobs, call->view.blob_count, error)) {
        return false;
    }
    job_end_lease(tx, &job, OUTCOME_DONE, slice_from(""));
    job_end(tx, &job,
        &(JobEnd){.state = "done",
            .reason = slice_from(""),
            .result = call->view.result,
            .blobs = call->view.blobs,
            .blob_count = call->view.blob_count,
            .host_id = job.host_id,
            .fingerprint = call->finding.fingerprint});
    trust_accepted(tx, &job, &call->finding, call->queue->options.rerun_permille);
    return true;
}

typedef struct ToCheck {
    int64_t job;
    Text payload;
    Text kind;
} ToCheck;

static bool read_payload(StoreTx *tx, void *context, Error *error) {
    ToCheck *to_check = context;
    Query *query = query_begin(tx, "jobs_to_check");
    query_bind_int(query, 1, to_check->job);
    if (!query_step(query)) {
        return error_set(error, ERROR_NOT_FOUND, "there is no such job");
    }
    text_clear(&to_check->payload);
    text_clear(&to_check->kind);
    text_add_slice(&to_check->payload, query_column_text(query, 0));
    text_add_slice(&to_check->kind, query_column_text(query, 1));
    query_end(query);
    return true;
}

// Asks who knows the kind. Outside of any transaction: games are replayed.
static void check(EndCall *call, const ToCheck *to_check) {
    call->view.payload = text_slice(&to_check->payload);
    const JobKind *kind = queue_kind(call->queue, text_slice(&to_check->kind));
    call->is_refused =
        kind && !kind->check(kind->context, &call->view, &call->finding, &call->refusal);
}

bool queue_finish(Queue *queue, int64_t job, Slice attempt, Slice result, const Sha256 *blobs,
    size_t blob_count, Error *error) {
    if (result.size == 0 || result.size > JOB_RESULT_BYTES || blob_count > JOB_BLOBS_MAX) {
        return error_set(error, ERROR_BAD_JOB,
            "a result has from 1 to %u bytes and at most %d blobs", JOB_RESULT_BYTES,
            JOB_BLOBS_MAX);
    }
    EndCall call = {.queue = queue,
        .job = job,
        .attempt_hash = secret_hash(attempt),
        .view = {.result = result, .blobs = blobs, .blob_count = blob_count}};
    ToCheck to_check = {.job = job};
    text_init(&to_check.payload);
    text_init(&to_check.kind);
    bool is_read = store_transact(queue->options.store, STORE_READ, read_payload, &to_check, error);
    if (is_read) {
        check(&call, &to_check);
    }
    bool is_good =
        is_read && store_transact(queue->options.store, STORE_WRITE, finish, &call, error);
    text_release(&to_check.payload);
    text_release(&to_check.kind);
    if (is_good && call.is_refused) {
        return error_set(error, ERROR_RESULT_REFUSED, "refused: %s", call.refusal.text);
    }
    return is_good;
}

// ---- Returns ----

static bool give_back(StoreTx *tx, void *context, Error *error) {
    EndCall *call = context;
    LockedJob job;
    bool answer;
    if (!lock_attempt(tx, call, true, &job, &answer, error)) {
        return answer;
    }
    job_end_lease(tx, &job, call->has_failed ? OUTCOME_FAILED : OUTCOME_RETURNED, call->reason);
    char *reason = copy_slice(call->reason);
    job_set_back(tx, &job, call->has_failed, call->has_failed, reason);
    free(reason);
    return true;
}

bool queue_return(
    Queue *queue, int64_t job, Slice attempt, bool has_failed, Slice reason, Error *error) {
    if (reason.size > JOB_REASON_BYTES) {
        return error_set(error, ERROR_BAD_JOB, "a reason has at most %d bytes", JOB_REASON_BYTES);
    }
    EndCall call = {.queue = queue,
        .job = job,
        .attempt_hash = secret_hash(attempt),
        .has_failed = has_failed,
        .reason = reason};
    return store_transact(queue->options.store, STORE_WRITE, give_back, &call, error);
}
