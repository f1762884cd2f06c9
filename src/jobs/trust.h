#pragma once
// Whether hosts can be believed. A worker can always lie, and a machine can be broken; neither may
// become a bot's loss.
//
// Everything is judged by token, one for each machine. A host is set aside, with a line in the
// audit trail, when
// - results of it were refused, or it gave up on jobs that others then did: TRUST_FAULTS times, and
//   in more than a tenth of its jobs;
// - programs of TRUST_OWNERS owners failed on it that ran at least TRUST_RUNS times elsewhere and
//   never failed there (counting crashes alone blames hosts for bad bots: fishtest #1789);
// - reruns of jobs disagree with it on the hosts of TRUST_DISAGREEING others that are not aside.
// Hosts that are set aside get no work, their leases go back with the next sweep, and they stay
// aside under new names until somebody reinstates their token.

#include "jobs/queue_parts.h"

#define TRUST_FAULTS 3
#define TRUST_OWNERS 3
#define TRUST_RUNS 3
#define TRUST_DISAGREEING 2

// Reruns that may wait at once: with one host there is nobody to do them.
#define TRUST_RERUNS_WAITING 200
#define TRUST_RERUN_MS (24 * 3600 * INT64_C(1000))

// A result was refused.
void trust_refused(StoreTx *tx, const LockedJob *job);

// A result was accepted and the job is ended. May put a rerun into the queue, in the share of
// `rerun_permille`, or compare one with the first run.
void trust_accepted(
    StoreTx *tx, const LockedJob *job, const JobFinding *finding, int rerun_permille);

// Whether a job is of the sample of so many in 1,000: depends on its number alone.
bool trust_is_sampled(int64_t job_id, int permille);

// Lets the hosts of a token work again and forgets what is known against them. UNKNOWN_NAME.
bool trust_reinstate(Store *store, Slice token, Error *error);
