#pragma once
// How much the queue takes. Chosen, not measured, unless a comment says otherwise: a job is minutes
// of work, so each is far above what an honest client needs.

#define JOB_NAME_BYTES 128
#define JOB_OWNER_BYTES 128
#define JOB_KIND_BYTES 32
#define JOB_BENCH_BYTES 128
#define JOB_PAYLOAD_BYTES (64u << 10)
#define JOB_RESULT_BYTES (1u << 20)
#define JOB_PROGRESS_BYTES (16u << 10)
#define JOB_REASON_BYTES 500
#define JOB_BLOBS_MAX 16
#define JOB_CORES_MAX 1024
#define JOB_MEMORY_MB_MAX (1 << 20)

#define GROUP_KEY_BYTES 256
#define GROUP_JOBS_MAX 100000
#define BATCH_JOBS_MAX 1000

// Distinct lanes, kinds and needs: every claim reads them.
#define QUEUES_MAX 256

// Jobs and beats of one request of a host.
#define CLAIM_SLOTS_MAX 1024
#define CLAIM_KINDS_MAX 16
#define BEAT_JOBS_MAX 1024

// Times of a job unless its client says otherwise.
#define JOB_MAX_ATTEMPTS 5
#define JOB_MAX_ATTEMPTS_MAX 100
#define JOB_RUN_MS (3600 * INT64_C(1000))
#define JOB_RUN_MS_MAX (24 * 3600 * INT64_C(1000))
#define JOB_DEADLINE_MS (7 * 24 * 3600 * INT64_C(1000))
#define JOB_DEADLINE_MS_MAX (90 * 24 * 3600 * INT64_C(1000))
