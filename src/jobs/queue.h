#pragma once
// The queue: jobs that hosts lease, do and answer for. It is tables in the store and this code; any
// number of servers share it, and none of them remembers anything (docs/decisions/0014).
//
//     waiting --claim--> leased --result--> done
//        ^                 |  \--deadline, too many attempts--> failed
//        |                 |   \--queue_cancel--> cancelled      (so do waiting jobs)
//        +-- expiry, return, refused result
//
// A job belongs to a group (a match, a run of self-play) and has a name in it, so that submitting
// twice is submitting once. A claim mints a random attempt, which every renewal and the result
// carry: it is the fence. A lease ends when the sweep or a cancellation takes it away, not by the
// clock alone; from then on its attempt changes nothing. Only the database's clock counts.
//
// Jobs that end get the next number of their group while its row is locked, so the numbers are in
// the order of the commits: who reads "after N" misses none.
//
// Who is served next. Lanes go in their order, but for a quarter of the claims, which takes any
// lane where something waits: none starves. In a lane the least fairness key is served, a
// start-time fair queueing (Goyal, Vin, Cheng 1996) with all jobs alike: a new job gets the key of
// what is served next, or the one behind its owner's last, whichever is greater. So owners take
// turns.
//
// Everything may be called from any thread. What the store refuses is reported with its codes
// (store.h); a call whose outcome is unknown may be repeated, because all of them are idempotent
// but claims: one that is lost costs a lease that nobody renews.

#include "jobs/kinds.h"
#include "jobs/secrets.h"
#include "store/store.h"

// In the order of service. LANE_RERUN is the queue's own.
typedef enum JobLane {
    LANE_COMPILE,
    LANE_CHECK,
    LANE_REQUESTED,
    LANE_RANKED,
    LANE_RERUN,
    LANE_COUNT,
} JobLane;

extern const char *const LANE_NAMES[LANE_COUNT];

typedef struct Queue Queue;

typedef struct QueueOptions {
    Store *store;         // the caller's, which outlives the queue
    const JobKind *kinds; // ended by one without a name; other kinds are not checked
    int64_t lease_ms;     // 0: a minute
    int rerun_permille;   // of the results that can be compared
    uint64_t seed;        // of the choice of lanes
} QueueOptions;

Queue *queue_new(const QueueOptions *options);
void queue_free(Queue *queue);

Store *queue_store(Queue *queue);
int64_t queue_lease_ms(const Queue *queue);
// How often a host should renew its leases.
int64_t queue_beat_ms(const Queue *queue);
// How often a host may tell progress between them: the more hosts there are the more seldom.
int64_t queue_news_ms(Queue *queue);
// When a host that got nothing should ask again: the more hosts there are the later, and at random,
// so that they do not come all at once.
int64_t queue_retry_ms(Queue *queue);

// ---- For clients. `owner` is whose the group must be; one without data is anybody's. ----

typedef struct JobGroup {
    int64_t id;
    int64_t open_count; // jobs that have not ended
    int64_t finished_seq;
} JobGroup;

// The owner's group of that key, which is made if it is not there.
bool queue_group(Queue *queue, Slice owner, Slice key, Slice kind, JobGroup *out, Error *error);

// What a host must have. `sandbox` is a level (0 none, 1 box, 2 box with cgroups), an empty bench
// any.
typedef struct JobNeeds {
    int64_t cores;
    int64_t memory_mb;
    int64_t sandbox;
    Slice bench;
} JobNeeds;

typedef struct JobSpec {
    Slice name;
    Slice kind;
    JobLane lane;
    Slice owner; // who takes turns with others in the lane; empty: the owner of the group
    JobNeeds needs;
    Slice payload; // JSON
    const Sha256 *blobs;
    size_t blob_count;
    int64_t max_attempts;
    int64_t run_ms;      // the longest time of an attempt
    int64_t deadline_ms; // from now: a job that has not ended then fails
} JobSpec;

// A spec with the default limits and nothing else.
JobSpec job_spec(void);

typedef struct JobsAdded {
    int64_t added; // cancelled ones that wait again among them
    int64_t known;
} JobsAdded;

// All or none. NOT_FOUND (no such group), JOB_DIFFERS (a name that is there with other contents),
// BLOB_MISSING, TOO_MANY_JOBS, TOO_MANY_NEEDS, BAD_JOB.
bool queue_add(Queue *queue, Slice owner, int64_t group, const JobSpec *specs, size_t count,
    JobsAdded *out, Error *error);

// The same for one job in a transaction of the caller's, for modules that keep rows about their
// jobs (JobKind.settle): the owner's group of that key is made if it is not there. Returns the
// number of the job, also of one that was there; 0 with a reason. Locks the group: lock nothing
// before that `settle` locks, too.
int64_t queue_put(
    StoreTx *tx, Slice owner, Slice key, Slice group_kind, const JobSpec *spec, Error *error);

typedef struct EndedJob {
    int64_t seq;
    char *name;
    char *state;
    char *reason;
    char *result; // JSON; null unless it is done
    Sha256 *blobs;
    size_t blob_count;
} EndedJob;

typedef struct JobResults {
    EndedJob *items;
    size_t count;
    int64_t next; // what to ask for afterwards
    int64_t open_count;
} JobResults;

// Up to `limit` jobs that ended after number `after`, fewer if they are large. NOT_FOUND.
bool queue_results(Queue *queue, Slice owner, int64_t group, int64_t after, int64_t limit,
    JobResults *out, Error *error);
void job_results_release(JobResults *results);

typedef struct RunningJob {
    char *name;
    char *host;
    int64_t started_ms;
    char *progress; // JSON, or empty
} RunningJob;

typedef struct RunningJobs {
    RunningJob *items;
    size_t count;
} RunningJobs;

bool queue_running(
    Queue *queue, Slice owner, int64_t group, int64_t limit, RunningJobs *out, Error *error);
void running_jobs_release(RunningJobs *running);

// Cancels all jobs that have not ended; their workers learn it from the next beat. NOT_FOUND.
bool queue_cancel(Queue *queue, Slice owner, int64_t group, int64_t *cancelled, Error *error);

// The same for one job by its number, in a transaction of the caller's, which has locked nothing
// that `settle` locks. One that has ended stays as it is. NOT_FOUND.
bool queue_withdraw(const Queue *queue, StoreTx *tx, int64_t id, Slice reason, Error *error);

// ---- For hosts. ----

// The credentials of a host: its token, its number and the key of its process.
typedef struct HostProof {
    int64_t token_id;
    int64_t host_id;
    Slice key;
} HostProof;

typedef struct ClaimedJob {
    int64_t id;
    char attempt[SECRET_SIZE];
    char *kind;
    char *name;
    char *payload;
    int64_t cores;
    int64_t run_ms;
    Sha256 *blobs;
    size_t blob_count;
} ClaimedJob;

typedef struct ClaimedJobs {
    ClaimedJob *items;
    size_t count;
} ClaimedJobs;

// Leases jobs of these kinds that need so many cores together at most. HOST_UNKNOWN, HOST_ASIDE.
bool queue_claim(Queue *queue, const HostProof *host, int64_t slots, const Slice *kinds,
    size_t kind_count, ClaimedJobs *out, Error *error);
void claimed_jobs_release(ClaimedJobs *claimed);

typedef struct Beat {
    int64_t job_id;
    Slice attempt;
    Slice progress; // JSON; one without data leaves what is there
} Beat;

typedef enum BeatAnswer { BEAT_RENEWED, BEAT_LOST, BEAT_CANCELLED } BeatAnswer;

// Renews leases; `answers` has one for each. HOST_UNKNOWN, HOST_ASIDE.
bool queue_beat(Queue *queue, const HostProof *host, const Beat *beats, size_t count,
    BeatAnswer *answers, Error *error);

// Tells whether a host of this token does a job that needs a blob.
bool queue_needs_blob(
    Queue *queue, int64_t token_id, const Sha256 *blob, bool *is_needed, Error *error);

// A result with its blobs, which are there already. True also for the same result again. NOT_FOUND,
// ATTEMPT_STALE, JOB_CANCELLED, RESULT_DIFFERS, RESULT_REFUSED, BLOB_MISSING.
bool queue_finish(Queue *queue, int64_t job, Slice attempt, Slice result, const Sha256 *blobs,
    size_t blob_count, Error *error);

// Gives a lease back. `has_failed` says that this host tried and could not do it: that costs an
// attempt. True also the second time. NOT_FOUND, ATTEMPT_STALE, JOB_CANCELLED.
bool queue_return(
    Queue *queue, int64_t job, Slice attempt, bool has_failed, Slice reason, Error *error);

// ---- For the server. ----

typedef struct SweepCounts {
    int64_t expired; // leases that ended
    int64_t late;    // jobs that failed because their deadline passed
} SweepCounts;

// Takes back leases that have run out or whose host is set aside or revoked, and ends jobs whose
// deadline has passed. Every server does it every few seconds (keeper.h); several at once do no
// harm.
bool queue_sweep(Queue *queue, SweepCounts *out, Error *error);

typedef struct QueueCounts {
    int64_t waiting[LANE_COUNT];
    int64_t leased;
    int64_t hosts; // seen within five minutes and not aside
} QueueCounts;

bool queue_counts(Queue *queue, QueueCounts *out, Error *error);
