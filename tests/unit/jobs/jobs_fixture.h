#pragma once
// A queue with hosts and owners, in few words. Whatever fails fails the test.

#include "unit/support/stores.h"

#include <stdlib.h>

#include "jobs/hosts.h"
#include "jobs/queue.h"
#include "jobs/tokens.h"

#define LEASE_MS 60000
#define VERSION "1"

static inline Queue *new_queue(void **state) {
    return queue_new(&(QueueOptions){.store = store_of(state), .lease_ms = LEASE_MS, .seed = 1});
}

// A host under a token of its own.
typedef struct TestHost {
    HostProof proof;
    char key[SECRET_SIZE];
} TestHost;

static inline HostHello hello_of(const char *name) {
    return (HostHello){.name = slice_from(name),
        .version = slice_from(VERSION),
        .bench = slice_from("bench"),
        .cores = 4,
        .memory_mb = 1000,
        .sandbox = 1,
        .speed = 1};
}

static inline void new_process(Store *store, const char *name, int64_t token_id, TestHost *out) {
    Error error;
    HostHello hello = hello_of(name);
    int64_t id = 0;
    must(host_add(store, token_id, VERSION, &hello, &id, out->key, &error), &error);
    out->proof = (HostProof){token_id, id, slice_from(out->key)};
}

static inline void new_host(Store *store, const char *name, TestHost *out) {
    Error error;
    Token token;
    char secret[SECRET_SIZE];
    must(token_add(store, slice_from(name), SCOPE_WORKER, secret, &error), &error);
    must(token_find(store, slice_from(secret), &token, &error), &error);
    new_process(store, name, token.id, out);
}

static inline int64_t new_group(Queue *queue, const char *owner, const char *key) {
    Error error;
    JobGroup group;
    must(
        queue_group(queue, slice_from(owner), slice_from(key), slice_from("match"), &group, &error),
        &error);
    return group.id;
}

static inline JobSpec spec_of(const char *name) {
    JobSpec spec = job_spec();
    spec.name = slice_from(name);
    spec.kind = slice_from("pair");
    spec.payload = slice_from("{}");
    return spec;
}

static inline JobsAdded add_spec(Queue *queue, int64_t group, const JobSpec *spec) {
    Error error;
    JobsAdded added;
    must(queue_add(queue, (Slice){0}, group, spec, 1, &added, &error), &error);
    return added;
}

static inline void add_jobs(Queue *queue, int64_t group, JobLane lane, int count) {
    for (int i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "%d-%d", (int)lane, i);
        JobSpec spec = spec_of(name);
        spec.lane = lane;
        add_spec(queue, group, &spec);
    }
}

static inline ClaimedJobs claim(Queue *queue, const TestHost *host, int slots) {
    Error error;
    ClaimedJobs claimed;
    const Slice kinds[] = {slice_from("pair"), slice_from("compile")};
    HostProof proof = host->proof;
    must(queue_claim(queue, &proof, slots, kinds, 2, &claimed, &error), &error);
    return claimed;
}

// Claims one job; its id is 0 if there is none. Only id, attempt and blob_count stay.
static inline ClaimedJob claim_one(Queue *queue, const TestHost *host) {
    ClaimedJobs claimed = claim(queue, host, 1);
    assert_true(claimed.count <= 1);
    ClaimedJob job = claimed.count > 0 ? claimed.items[0] : (ClaimedJob){0};
    claimed_jobs_release(&claimed);
    return job;
}

static inline bool finish(Queue *queue, const ClaimedJob *job, const char *result, Error *error) {
    return queue_finish(
        queue, job->id, slice_from(job->attempt), slice_from(result), NULL, 0, error);
}

static inline bool give_back(Queue *queue, const ClaimedJob *job, bool has_failed, Error *error) {
    return queue_return(
        queue, job->id, slice_from(job->attempt), has_failed, slice_from("no bubblewrap"), error);
}

static inline BeatAnswer beat(Queue *queue, const TestHost *host, const ClaimedJob *job) {
    Error error;
    BeatAnswer answer;
    HostProof proof = host->proof;
    Beat one = {.job_id = job->id, .attempt = slice_from(job->attempt)};
    must(queue_beat(queue, &proof, &one, 1, &answer, &error), &error);
    return answer;
}

static inline SweepCounts sweep(Queue *queue) {
    Error error;
    SweepCounts counts;
    must(queue_sweep(queue, &counts, &error), &error);
    return counts;
}

static inline JobResults results(Queue *queue, int64_t group, int64_t after) {
    Error error;
    JobResults results;
    must(queue_results(queue, (Slice){0}, group, after, 1000, &results, &error), &error);
    return results;
}

// The only result behind a number: "STATE REASON".
static inline void last_is(Queue *queue, int64_t group, int64_t after, const char *expected) {
    JobResults found = results(queue, group, after);
    char line[700];
    assert_int_equal(found.count, 1);
    snprintf(line, sizeof line, "%s %s", found.items[0].state, found.items[0].reason);
    assert_string_equal(line, expected);
    job_results_release(&found);
}
