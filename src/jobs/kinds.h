#pragma once
// Kinds of jobs, as far as the queue has to know them: a name and two functions.
//
// `check` looks at a result (it replays the moves of a game, say) before the result counts: workers
// are not trusted. It also returns what the queue needs to judge hosts: what another host must find
// if the job is done again, and whose programs failed.
//
// `settle` writes the rows that another module keeps about a job, in the transaction that ends the
// job: either both are written or neither, exactly once, whatever is killed. Reruns belong to the
// queue and are not settled.

#include "base/error.h"
#include "base/sha256.h"
#include "base/slice.h"
#include "store/store.h"

#define FINGERPRINT_SIZE 65
#define FINDING_PROGRAMS_MAX 4

// A program that ran in a job: by what it is known everywhere (such as the hash of its binary),
// whose it is, and whether it failed in a way that a host could be blamed for (a crash, a timeout).
typedef struct ProgramRun {
    char program[65];
    char owner[65];
    bool has_failed;
} ProgramRun;

typedef struct JobFinding {
    // Equal for results that agree; empty if two honest hosts may find different things.
    char fingerprint[FINGERPRINT_SIZE];
    ProgramRun programs[FINDING_PROGRAMS_MAX];
    int program_count;
} JobFinding;

// A result as it came: JSON texts, and the blobs that were sent with it.
typedef struct JobResultView {
    Slice payload;
    Slice result;
    const Sha256 *blobs;
    size_t blob_count;
} JobResultView;

// How a job ended for good.
typedef struct JobSettlement {
    int64_t job_id;
    const char *state; // done, failed (given up, or its deadline has passed) or cancelled
    ErrorCode code;    // of a job that is not done: JOB_CANCELLED, JOB_LATE or ATTEMPTS_USED
    Slice reason;      // likewise, in words
    Slice result;      // of one that is: JSON, checked
    const Sha256 *blobs;
    size_t blob_count;
} JobSettlement;

typedef struct JobKind {
    const char *name;
    void *context;
    // False with a reason if the result cannot be true. `finding` is zero before the call. Any
    // thread.
    bool (*check)(void *context, const JobResultView *view, JobFinding *finding, Error *error);
    // Writes what follows from the end of a job; may be null. The job's group is locked. The
    // transaction may be repeated, so nothing but queries is done.
    void (*settle)(void *settle_context, StoreTx *tx, const JobSettlement *settlement);
    void *settle_context;
} JobKind;
