// The routes of clients: groups, what is put into them, and what came of it.

#include <stdlib.h>
#include <string.h>

#include "api/api_routes.h"
#include "api/api_status.h"
#include "api/job_input.h"
#include "http/query.h"
#include "jobs/limits.h"

#define RESULTS_DEFAULT 100
#define RESULTS_MAX 1000
#define RUNNING_MAX 1000

// Whose group it must be: the token's, or for an admin anybody's.
static Slice owner_of(const ApiCall *call) {
    return call->token.scope == SCOPE_ADMIN ? (Slice){0} : slice_from(call->token.name);
}

void api_groups_post(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"key", "kind", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    Slice key;
    Slice kind;
    JobGroup group;
    Error error;
    bool is_done =
        job_input_text(body, "key", &key, &error) && job_input_text(body, "kind", &kind, &error) &&
        queue_group(call->api->queue, slice_from(call->token.name), key, kind, &group, &error);
    json_decref(body);
    if (!is_done) {
        api_refuse(reply, &error);
        return;
    }
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_put_integer(&json, "group", group.id);
    json_put_integer(&json, "open", group.open_count);
    json_put_integer(&json, "finished", group.finished_seq);
    json_close_object(&json);
}

// ---- Submitting ----

// Specs with the texts and hashes that they point at.
typedef struct JobBatch {
    JobSpec *specs;
    char **payloads;
    Sha256 (*blobs)[JOB_BLOBS_MAX];
    size_t count;
} JobBatch;

static void batch_release(JobBatch *batch) {
    for (size_t i = 0; i < batch->count; i++) {
        free(batch->payloads[i]);
    }
    free(batch->specs);
    free(batch->payloads);
    free(batch->blobs);
}

static bool read_lane(const json_t *object, JobLane *out, Error *error) {
    Slice name = slice_from(LANE_NAMES[*out]);
    if (!json_input_text(object, "lane", &name, error)) {
        return false;
    }
    for (int lane = LANE_COMPILE; lane <= LANE_RANKED; lane++) {
        if (slice_is(name, LANE_NAMES[lane])) {
            *out = (JobLane)lane;
            return true;
        }
    }
    return error_set(error, ERROR_BAD_JOB, "a lane is compile, check, requested or ranked");
}

static bool read_needs(const json_t *object, JobNeeds *out, Error *error) {
    static const char *const NAMES[] = {"cores", "memoryMb", "sandbox", "bench", NULL};
    const json_t *needs = json_object_get(object, "needs");
    if (!needs) {
        return true;
    }
    if (!json_is_object(needs)) {
        return error_set(error, ERROR_BAD_JOB, "needs is an object");
    }
    json_int_t cores = out->cores;
    json_int_t memory_mb = out->memory_mb;
    json_int_t sandbox = out->sandbox;
    if (!json_input_check(needs, NAMES, error) ||
        !json_input_number(needs, "cores", 1, JOB_CORES_MAX, &cores, error) ||
        !json_input_number(needs, "memoryMb", 0, JOB_MEMORY_MB_MAX, &memory_mb, error) ||
        !json_input_number(needs, "sandbox", 0, 2, &sandbox, error) ||
        !json_input_text(needs, "bench", &out->bench, error)) {
        return false;
    }
    out->cores = cores;
    out->memory_mb = memory_mb;
    out->sandbox = sandbox;
    return true;
}

static bool read_limits(const json_t *object, JobSpec *spec, Error *error) {
    json_int_t max_attempts = spec->max_attempts;
    json_int_t run_ms = spec->run_ms;
    json_int_t deadline_ms = spec->deadline_ms;
    if (!json_input_number(object, "maxAttempts", 1, JOB_MAX_ATTEMPTS_MAX, &max_attempts, error) ||
        !json_input_number(object, "runMs", 1, JOB_RUN_MS_MAX, &run_ms, error) ||
        !json_input_number(object, "deadlineMs", 1, JOB_DEADLINE_MS_MAX, &deadline_ms, error)) {
        return false;
    }
    spec->max_attempts = max_attempts;
    spec->run_ms = run_ms;
    spec->deadline_ms = deadline_ms;
    return true;
}

static bool read_spec(const json_t *object, JobBatch *batch, size_t index, Error *error) {
    static const char *const NAMES[] = {"name", "kind", "lane", "needs", "payload", "blobs",
        "maxAttempts", "runMs", "deadlineMs", NULL};
    JobSpec spec = job_spec();
    if (!json_is_object(object)) {
        return error_set(error, ERROR_BAD_JOB, "%s is a list of objects", "jobs");
    }
    if (!json_input_check(object, NAMES, error) ||
        !job_input_text(object, "name", &spec.name, error) ||
        !job_input_text(object, "kind", &spec.kind, error) ||
        !read_lane(object, &spec.lane, error) || !read_needs(object, &spec.needs, error) ||
        !read_limits(object, &spec, error) ||
        !job_input_blobs(object, "blobs", batch->blobs[index], &spec.blob_count, error)) {
        return false;
    }
    batch->payloads[index] = job_input_json(object, "payload", JOB_PAYLOAD_BYTES, error);
    if (!batch->payloads[index]) {
        return false;
    }
    spec.payload = slice_from(batch->payloads[index]);
    spec.blobs = batch->blobs[index];
    batch->specs[index] = spec;
    return true;
}

// What is read so far is in `out` in any case.
static bool read_batch(const json_t *body, JobBatch *out, Error *error) {
    const json_t *jobs;
    if (!job_input_list(body, "jobs", &jobs, error)) {
        return false;
    }
    size_t count = json_array_size(jobs);
    if (count > BATCH_JOBS_MAX) {
        return error_set(
            error, ERROR_TOO_MANY_JOBS, "at most %d jobs are submitted at once", BATCH_JOBS_MAX);
    }
    out->specs = calloc(count + 1, sizeof *out->specs);
    out->payloads = calloc(count + 1, sizeof *out->payloads);
    out->blobs = calloc(count + 1, sizeof *out->blobs);
    if (!out->specs || !out->payloads || !out->blobs) {
        abort();
    }
    while (out->count < count) {
        size_t index = out->count++;
        if (!read_spec(json_array_get(jobs, index), out, index, error)) {
            return error_prefix(error, ERROR_AT_JOB, "job %zu", index + 1);
        }
    }
    return true;
}

void api_groups_jobs(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"jobs", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    int64_t group;
    JobBatch batch = {0};
    JobsAdded added;
    Error error;
    bool is_done = job_input_id(call->id, &group, &error) && read_batch(body, &batch, &error) &&
                   queue_add(call->api->queue, owner_of(call), group, batch.specs, batch.count,
                       &added, &error);
    batch_release(&batch);
    json_decref(body);
    if (!is_done) {
        api_refuse(reply, &error);
        return;
    }
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_put_integer(&json, "added", added.added);
    json_put_integer(&json, "known", added.known);
    json_close_object(&json);
}

// ---- Reading ----

static void put_ended(JsonWriter *json, const EndedJob *job) {
    json_open_object(json, NULL);
    json_put_integer(json, "seq", job->seq);
    json_put_text(json, "name", job->name);
    json_put_text(json, "state", job->state);
    json_put_text(json, "reason", job->reason);
    json_put_json(json, "result", slice_from(job->result ? job->result : "null"));
    job_put_blobs(json, "blobs", job->blobs, job->blob_count);
    json_close_object(json);
}

void api_groups_results(const ApiCall *call, HttpReply *reply) {
    Slice query = call->request->query;
    int64_t group;
    long long after = 0;
    long long limit = RESULTS_DEFAULT;
    JobResults results;
    Error error;
    if (!job_input_id(call->id, &group, &error) ||
        !query_number(query, "after", 0, INT64_MAX, &after, &error) ||
        !query_number(query, "limit", 1, RESULTS_MAX, &limit, &error) ||
        !queue_results(call->api->queue, owner_of(call), group, after, limit, &results, &error)) {
        api_refuse(reply, &error);
        return;
    }
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_open_list(&json, "results");
    for (size_t i = 0; i < results.count; i++) {
        put_ended(&json, &results.items[i]);
    }
    json_close_list(&json);
    json_put_integer(&json, "next", results.next);
    json_put_integer(&json, "open", results.open_count);
    json_close_object(&json);
    job_results_release(&results);
}

void api_groups_running(const ApiCall *call, HttpReply *reply) {
    int64_t group;
    RunningJobs running;
    Error error;
    if (!job_input_id(call->id, &group, &error) ||
        !queue_running(call->api->queue, owner_of(call), group, RUNNING_MAX, &running, &error)) {
        api_refuse(reply, &error);
        return;
    }
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_open_list(&json, "jobs");
    for (size_t i = 0; i < running.count; i++) {
        const RunningJob *job = &running.items[i];
        json_open_object(&json, NULL);
        json_put_text(&json, "name", job->name);
        json_put_text(&json, "host", job->host);
        json_put_integer(&json, "startedMs", job->started_ms);
        json_put_json(&json, "progress", slice_from(*job->progress ? job->progress : "null"));
        json_close_object(&json);
    }
    json_close_list(&json);
    json_close_object(&json);
    running_jobs_release(&running);
}

void api_groups_delete(const ApiCall *call, HttpReply *reply) {
    int64_t group;
    int64_t cancelled;
    Error error;
    if (!job_input_id(call->id, &group, &error) ||
        !queue_cancel(call->api->queue, owner_of(call), group, &cancelled, &error)) {
        api_refuse(reply, &error);
        return;
    }
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_put_integer(&json, "cancelled", cancelled);
    json_close_object(&json);
}
