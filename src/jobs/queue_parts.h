#pragma once
// What the files of the queue share: a job that is locked with its group and its lease, and the
// steps from one state to another. All of it runs inside a transaction.

#include <pthread.h>
#include <stdatomic.h>

#include "base/rng.h"
#include "jobs/queue.h"

#define HOST_NAME_SIZE 65

struct Queue {
    QueueOptions options;
    pthread_mutex_t mutex; // of rng
    Rng rng;
    atomic_int_least64_t host_count; // active ones, at the last sweep
};

// A random number below a bound.
uint64_t queue_draw(Queue *queue, uint64_t bound);

// The kind of that name, if the queue knows it; else null.
const JobKind *queue_kind(const Queue *queue, Slice name);

typedef struct LockedJob {
    int64_t id;
    const JobKind *kind; // null: nobody knows it
    int64_t group_id;
    int64_t group_seq; // of the last job that ended in the group
    int64_t lane;
    int64_t attempt_count;
    int64_t failure_count;
    int64_t max_attempts;
    int64_t rerun_of; // 0: none
    bool is_open;
    bool is_late; // its deadline has passed
    // Its lease:
    bool is_leased;
    bool is_overdue;   // the lease has run out
    bool is_untrusted; // its host is set aside, or its token revoked
    Sha256 attempt_hash;
    int64_t host_id;
    int64_t token_id;
    char host_name[HOST_NAME_SIZE];
} LockedJob;

typedef enum AttemptOutcome {
    OUTCOME_DONE,
    OUTCOME_REFUSED,
    OUTCOME_RETURNED,
    OUTCOME_FAILED,
    OUTCOME_EXPIRED,
    OUTCOME_CANCELLED,
} AttemptOutcome;

extern const char *const OUTCOME_NAMES[];

// Whether a group is there and of that owner; NOT_FOUND. Its columns are those of groups_lock.
bool group_check(Query *group, Slice owner, Error *error);

// Locks the group of a job, the job and its lease. NOT_FOUND.
bool job_lock(StoreTx *tx, const Queue *queue, int64_t id, LockedJob *out, Error *error);

// Takes the lease away.
void job_end_lease(StoreTx *tx, const LockedJob *job, AttemptOutcome outcome, Slice reason);

// Back to the front of its lane, or failed if that was one too many. `cost` is 1 if the attempt
// counts as failed; `avoids_host`: others get a chance first.
void job_set_back(
    StoreTx *tx, const LockedJob *job, int64_t cost, bool avoids_host, const char *reason);

typedef struct JobEnd {
    const char *state;
    int64_t cost;
    ErrorCode code; // as in JobSettlement
    Slice reason;
    Slice result; // without data: none
    const Sha256 *blobs;
    size_t blob_count;
    int64_t host_id;
    const char *fingerprint;
} JobEnd;

// Ends a job for good, and tells who settles its kind.
void job_end(StoreTx *tx, const LockedJob *job, const JobEnd *end);

// The fairness key of what is served next in a lane; INT64_MAX if nothing waits.
int64_t lane_first(StoreTx *tx, int64_t lane);

// The number of the queue of a lane, a kind and needs; 0 if there are too many of them.
int64_t queue_of_needs(StoreTx *tx, int64_t lane, Slice kind, const JobNeeds *needs);

// The blobs that a job needs or has made, to which its group refers from now on. BLOB_MISSING.
bool job_add_blobs(StoreTx *tx, int64_t group, int64_t job, bool is_result, const Sha256 *blobs,
    size_t count, Error *error);

// The blobs of a job, in order; the caller frees them.
size_t job_list_blobs(StoreTx *tx, int64_t job, bool is_result, Sha256 **out);

// Room for one more item; lists grow by doubling. Ends the program when memory is out.
void *list_grow(void *items, size_t count, size_t item_size);
char *copy_slice(Slice slice);
