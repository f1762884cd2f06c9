// The routes of workers: hello, claims, beats, results and returns.

#include <stdlib.h>
#include <string.h>

#include "api/api_routes.h"
#include "api/api_status.h"
#include "api/job_input.h"
#include "jobs/hosts.h"
#include "jobs/limits.h"

static void refuse(json_t *body, HttpReply *reply, const Error *error) {
    json_decref(body);
    api_refuse(reply, error);
}

// ---- Hello ----

static bool read_hello(const json_t *body, HostHello *out, Error *error) {
    json_int_t cores;
    json_int_t memory_mb;
    json_int_t sandbox;
    const json_t *speed = json_object_get(body, "speed");
    if (!job_input_text(body, "name", &out->name, error) ||
        !job_input_text(body, "version", &out->version, error) ||
        !job_input_text(body, "bench", &out->bench, error) ||
        !job_input_number(body, "cores", 1, JOB_CORES_MAX, &cores, error) ||
        !job_input_number(body, "memoryMb", 0, JOB_MEMORY_MB_MAX, &memory_mb, error) ||
        !job_input_number(body, "sandbox", 0, 2, &sandbox, error)) {
        return false;
    }
    if (!json_is_number(speed)) {
        return error_set(error, ERROR_BAD_HELLO, "speed is a number");
    }
    out->cores = cores;
    out->memory_mb = memory_mb;
    out->sandbox = sandbox;
    out->speed = json_number_value(speed);
    return true;
}

void api_hosts_post(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {
        "name", "version", "bench", "cores", "memoryMb", "sandbox", "speed", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    Queue *queue = call->api->queue;
    HostHello hello;
    int64_t id;
    char key[SECRET_SIZE];
    Error error;
    if (!read_hello(body, &hello, &error) ||
        !host_add(queue_store(queue), call->token.id, IMMURE_VERSION, &hello, &id, key, &error)) {
        refuse(body, reply, &error);
        return;
    }
    json_decref(body);
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_put_integer(&json, "host", id);
    json_put_text(&json, "key", key);
    json_put_integer(&json, "beatMs", queue_beat_ms(queue));
    json_put_integer(&json, "leaseMs", queue_lease_ms(queue));
    json_close_object(&json);
}

// ---- Claims ----

typedef struct Claim {
    HostProof host;
    int64_t slots;
    Slice kinds[CLAIM_KINDS_MAX];
    size_t kind_count;
} Claim;

static bool read_claim(const json_t *body, int64_t token_id, Claim *out, Error *error) {
    json_int_t slots;
    const json_t *kinds;
    if (!job_input_host(body, token_id, &out->host, error) ||
        !job_input_number(body, "slots", 1, CLAIM_SLOTS_MAX, &slots, error) ||
        !job_input_list(body, "kinds", &kinds, error)) {
        return false;
    }
    out->slots = slots;
    out->kind_count = json_array_size(kinds);
    if (out->kind_count > CLAIM_KINDS_MAX) {
        return error_set(error, ERROR_BAD_JOB, "at most %d kinds are claimed", CLAIM_KINDS_MAX);
    }
    for (size_t i = 0; i < out->kind_count; i++) {
        if (!json_is_string(json_array_get(kinds, i))) {
            return error_set(error, ERROR_MEMBER_NOT_STRING, "%s is not a string", "a kind");
        }
        out->kinds[i] = json_input_slice(json_array_get(kinds, i));
    }
    return true;
}

static void put_claimed(JsonWriter *json, const ClaimedJob *job, int64_t lease_ms) {
    json_open_object(json, NULL);
    json_put_integer(json, "id", job->id);
    json_put_text(json, "attempt", job->attempt);
    json_put_text(json, "kind", job->kind);
    json_put_text(json, "name", job->name);
    json_put_json(json, "payload", slice_from(job->payload));
    job_put_blobs(json, "blobs", job->blobs, job->blob_count);
    json_put_integer(json, "cores", job->cores);
    json_put_integer(json, "runMs", job->run_ms);
    json_put_integer(json, "leaseMs", lease_ms);
    json_close_object(json);
}

void api_claims_post(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"host", "key", "slots", "kinds", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    Queue *queue = call->api->queue;
    Claim claim;
    ClaimedJobs claimed;
    Error error;
    if (!read_claim(body, call->token.id, &claim, &error) ||
        !queue_claim(
            queue, &claim.host, claim.slots, claim.kinds, claim.kind_count, &claimed, &error)) {
        refuse(body, reply, &error);
        return;
    }
    json_decref(body);
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_open_list(&json, "jobs");
    for (size_t i = 0; i < claimed.count; i++) {
        put_claimed(&json, &claimed.items[i], queue_lease_ms(queue));
    }
    json_close_list(&json);
    json_put_integer(&json, "retryMs", queue_retry_ms(queue));
    json_close_object(&json);
    claimed_jobs_release(&claimed);
}

// ---- Beats ----

typedef struct Beats {
    HostProof host;
    Beat *items;
    size_t count;
} Beats;

static void beats_release(Beats *beats) {
    for (size_t i = 0; i < beats->count; i++) {
        free((char *)beats->items[i].progress.data);
    }
    free(beats->items);
}

static bool read_beat(const json_t *object, Beat *out, Error *error) {
    static const char *const NAMES[] = {"id", "attempt", "progress", NULL};
    json_int_t id;
    if (!json_is_object(object)) {
        return error_set(error, ERROR_BAD_JOB, "%s is a list of objects", "jobs");
    }
    if (!json_input_check(object, NAMES, error) ||
        !job_input_number(object, "id", 1, INT64_MAX, &id, error) ||
        !job_input_text(object, "attempt", &out->attempt, error)) {
        return false;
    }
    out->job_id = id;
    if (json_object_get(object, "progress")) {
        char *progress = job_input_json(object, "progress", JOB_PROGRESS_BYTES, error);
        if (!progress) {
            return false;
        }
        out->progress = slice_from(progress);
    }
    return true;
}

// What is read so far is in `out` in any case.
static bool read_beats(const json_t *body, int64_t token_id, Beats *out, Error *error) {
    const json_t *jobs;
    if (!job_input_host(body, token_id, &out->host, error) ||
        !job_input_list(body, "jobs", &jobs, error)) {
        return false;
    }
    size_t count = json_array_size(jobs);
    if (count > BEAT_JOBS_MAX) {
        return error_set(error, ERROR_BAD_JOB, "at most %d jobs have a beat", BEAT_JOBS_MAX);
    }
    out->items = calloc(count + 1, sizeof *out->items);
    if (!out->items) {
        abort();
    }
    while (out->count < count) {
        out->count++;
        if (!read_beat(json_array_get(jobs, out->count - 1), &out->items[out->count - 1], error)) {
            return false;
        }
    }
    return true;
}

static void put_answered(JsonWriter *json, const char *name, const Beats *beats,
    const BeatAnswer *answers, BeatAnswer wanted) {
    json_open_list(json, name);
    for (size_t i = 0; i < beats->count; i++) {
        if (answers[i] == wanted) {
            json_put_integer(json, NULL, beats->items[i].job_id);
        }
    }
    json_close_list(json);
}

static void tell_board(Live *live, const Beats *beats, const BeatAnswer *answers) {
    for (size_t i = 0; live && i < beats->count; i++) {
        if (answers[i] == BEAT_RENEWED && beats->items[i].progress.data) {
            live_beat(live, beats->items[i].job_id, beats->items[i].progress);
        }
    }
}

void api_beats_post(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"host", "key", "jobs", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    Queue *queue = call->api->queue;
    Beats beats = {0};
    BeatAnswer answers[BEAT_JOBS_MAX];
    Error error;
    if (!read_beats(body, call->token.id, &beats, &error) ||
        !queue_beat(queue, &beats.host, beats.items, beats.count, answers, &error)) {
        beats_release(&beats);
        refuse(body, reply, &error);
        return;
    }
    json_decref(body);
    tell_board(call->api->live, &beats, answers);
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    put_answered(&json, "lost", &beats, answers, BEAT_LOST);
    put_answered(&json, "cancelled", &beats, answers, BEAT_CANCELLED);
    json_put_integer(&json, "newsMs", queue_news_ms(queue));
    json_put_integer(&json, "leaseMs", queue_lease_ms(queue));
    json_close_object(&json);
    beats_release(&beats);
}

// ---- Results and returns ----

static void reply_state(HttpReply *reply, const char *state) {
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_put_text(&json, "state", state);
    json_close_object(&json);
}

void api_jobs_result(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"attempt", "result", "blobs", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    int64_t job;
    Slice attempt;
    char *result = NULL;
    Sha256 blobs[JOB_BLOBS_MAX];
    size_t blob_count;
    Error error;
    bool is_done =
        job_input_id(call->id, &job, &error) && job_input_text(body, "attempt", &attempt, &error) &&
        job_input_blobs(body, "blobs", blobs, &blob_count, &error) &&
        (result = job_input_json(body, "result", JOB_RESULT_BYTES, &error)) &&
        queue_finish(call->api->queue, job, attempt, slice_from(result), blobs, blob_count, &error);
    free(result);
    if (!is_done) {
        refuse(body, reply, &error);
        return;
    }
    json_decref(body);
    steward_wake(call->api->steward);
    reply_state(reply, "done");
}

void api_jobs_return(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"attempt", "reason", "failed", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    int64_t job;
    Slice attempt;
    Slice reason;
    bool has_failed = false;
    Error error;
    bool is_done = job_input_id(call->id, &job, &error) &&
                   job_input_text(body, "attempt", &attempt, &error) &&
                   job_input_text(body, "reason", &reason, &error) &&
                   job_input_flag(body, "failed", &has_failed, &error) &&
                   queue_return(call->api->queue, job, attempt, has_failed, reason, &error);
    if (!is_done) {
        refuse(body, reply, &error);
        return;
    }
    json_decref(body);
    reply_state(reply, "returned");
}
