#pragma once
// A server without a network or a store: it gives out jobs and takes results as the real one does,
// and can be told to be in trouble. Include it after <cmocka.h>.

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "jobs/remote.h"

#define FAKE_JOBS_MAX 256
#define FAKE_BLOBS_MAX 16

typedef enum FakeState { FAKE_WAITING, FAKE_LEASED, FAKE_DONE, FAKE_CANCELLED } FakeState;

typedef struct FakeJob {
    char *name;
    json_t *spec;
    FakeState state;
    int attempt; // of the lease that counts
    int seq;     // 0 until it has ended
    json_t *result;
    int returns;
    int failures; // returns of workers that tried
} FakeJob;

typedef struct FakeBlob {
    char hash[SHA256_TEXT_SIZE];
    Text bytes;
    int gets;
} FakeBlob;

typedef struct FakeServer {
    pthread_mutex_t lock;
    FakeJob jobs[FAKE_JOBS_MAX];
    int job_count;
    int finished; // the last seq
    FakeBlob blobs[FAKE_BLOBS_MAX];
    int blob_count;
    int hosts;        // that said hello
    int requests;     // in all
    int fail_each;    // every so many requests get no answer; 0: none
    int lose_each;    // every so many are done, and the answer is lost
    int refused;      // results of stale attempts
    int progress;     // beats with moves
    int cancelled;    // deletions of the group
    bool is_away;     // refuses every hello
    const char *room; // how a room stands, as JSON
    int beat_ms;      // that workers are told
} FakeServer;

static inline void fake_init(FakeServer *server) {
    *server = (FakeServer){.lock = PTHREAD_MUTEX_INITIALIZER, .beat_ms = 20};
}

static inline void fake_release(FakeServer *server) {
    for (int i = 0; i < server->job_count; i++) {
        free(server->jobs[i].name);
        json_decref(server->jobs[i].spec);
        json_decref(server->jobs[i].result);
    }
    for (int i = 0; i < server->blob_count; i++) {
        text_release(&server->blobs[i].bytes);
    }
}

static inline int fake_refuse(Text *answer, int status, const char *text) {
    text_addf(answer, "{\"error\":{\"code\":\"x\",\"text\":\"%s\"}}", text);
    return status;
}

static inline void fake_answer(Text *answer, json_t *value) {
    char *text = json_dumps(value, JSON_COMPACT);
    text_add(answer, text);
    free(text);
    json_decref(value);
}

static inline FakeJob *fake_find(FakeServer *server, const char *name) {
    for (int i = 0; i < server->job_count; i++) {
        if (strcmp(server->jobs[i].name, name) == 0) {
            return &server->jobs[i];
        }
    }
    return NULL;
}

static inline void fake_submit(FakeServer *server, const json_t *jobs) {
    size_t index;
    json_t *spec;
    json_array_foreach(jobs, index, spec) {
        const char *name = json_string_value(json_object_get(spec, "name"));
        FakeJob *job = fake_find(server, name);
        if (!job) {
            assert_true(server->job_count < FAKE_JOBS_MAX);
            job = &server->jobs[server->job_count++];
            *job = (FakeJob){.name = strdup(name), .spec = json_incref(spec)};
        } else if (job->state == FAKE_CANCELLED) {
            job->state = FAKE_WAITING;
            job->seq = 0;
        }
        assert_true(json_equal(job->spec, spec));
    }
}

static inline bool fake_is_wanted(const FakeJob *job, const json_t *body) {
    size_t index;
    json_t *kind;
    json_array_foreach(json_object_get(body, "kinds"), index, kind) {
        if (json_equal(kind, json_object_get(job->spec, "kind"))) {
            return true;
        }
    }
    return false;
}

static inline int fake_claim(FakeServer *server, const json_t *body, Text *answer) {
    json_int_t slots = json_integer_value(json_object_get(body, "slots"));
    json_t *jobs = json_array();
    for (int i = 0; i < server->job_count && slots > 0; i++) {
        FakeJob *job = &server->jobs[i];
        if (job->state == FAKE_WAITING && fake_is_wanted(job, body)) {
            char attempt[16];
            snprintf(attempt, sizeof attempt, "a%d", ++job->attempt);
            job->state = FAKE_LEASED;
            slots--;
            json_array_append_new(
                jobs, json_pack("{s:i s:s s:O s:O s:O s:i s:i}", "id", i + 1, "attempt", attempt,
                          "kind", json_object_get(job->spec, "kind"), "payload",
                          json_object_get(job->spec, "payload"), "blobs",
                          json_object_get(job->spec, "blobs"), "cores", 1, "runMs", 3600000));
        }
    }
    fake_answer(answer, json_pack("{s:o s:i}", "jobs", jobs, "retryMs", 5));
    return 200;
}

static inline bool fake_is_current(const FakeJob *job, const json_t *body) {
    char attempt[16];
    const char *found = json_string_value(json_object_get(body, "attempt"));
    snprintf(attempt, sizeof attempt, "a%d", job->attempt);
    return found && strcmp(found, attempt) == 0;
}

static inline int fake_beat(FakeServer *server, const json_t *body, Text *answer) {
    json_t *lost = json_array();
    size_t index;
    json_t *beat;
    json_array_foreach(json_object_get(body, "jobs"), index, beat) {
        json_int_t id = json_integer_value(json_object_get(beat, "id"));
        const FakeJob *job = &server->jobs[id - 1];
        server->progress +=
            json_is_array(json_object_get(json_object_get(beat, "progress"), "moves"));
        if (job->state != FAKE_LEASED || !fake_is_current(job, beat)) {
            json_array_append_new(lost, json_integer(id));
        }
    }
    fake_answer(answer, json_pack("{s:o s:[]}", "lost", lost, "cancelled"));
    return 200;
}

static inline int fake_end(
    FakeServer *server, int id, const json_t *body, bool is_result, Text *answer) {
    FakeJob *job = &server->jobs[id - 1];
    json_t *result = json_object_get(body, "result");
    if (!fake_is_current(job, body) ||
        (job->state != FAKE_LEASED &&
            !(is_result && job->state == FAKE_DONE && json_equal(job->result, result)))) {
        server->refused++;
        return fake_refuse(answer, 409, "stale");
    }
    if (!is_result) {
        job->returns++;
        job->failures += json_is_true(json_object_get(body, "failed"));
        job->state = FAKE_WAITING;
    } else if (job->state == FAKE_LEASED) {
        job->state = FAKE_DONE;
        job->seq = ++server->finished;
        job->result = json_incref(result);
    }
    text_add(answer, "{}");
    return 200;
}

static inline int fake_results(FakeServer *server, int after, Text *answer) {
    static const char *const STATES[] = {"waiting", "leased", "done", "cancelled"};
    json_t *list = json_array();
    int next = after;
    for (int seq = after + 1; seq <= server->finished && json_array_size(list) < 3; seq++) {
        for (int i = 0; i < server->job_count; i++) {
            const FakeJob *job = &server->jobs[i];
            if (job->seq == seq) {
                json_array_append_new(
                    list, json_pack("{s:i s:s s:s s:s s:O?}", "seq", seq, "name", job->name,
                              "state", STATES[job->state], "reason", "", "result", job->result));
            }
        }
        next = seq;
    }
    fake_answer(answer, json_pack("{s:o s:i}", "results", list, "next", next));
    return 200;
}

static inline int fake_cancel(FakeServer *server, Text *answer) {
    for (int i = 0; i < server->job_count; i++) {
        FakeJob *job = &server->jobs[i];
        if (job->state == FAKE_WAITING || job->state == FAKE_LEASED) {
            job->state = FAKE_CANCELLED;
            job->seq = ++server->finished;
        }
    }
    server->cancelled++;
    text_add(answer, "{}");
    return 200;
}

static inline int fake_blob(
    FakeServer *server, const char *method, const char *hash, Slice body, Text *answer) {
    for (int i = 0; i < server->blob_count; i++) {
        FakeBlob *blob = &server->blobs[i];
        if (strcmp(blob->hash, hash) == 0) {
            if (strcmp(method, "GET") == 0) {
                blob->gets++;
                text_add_slice(answer, text_slice(&blob->bytes));
            }
            return 200;
        }
    }
    if (strcmp(method, "PUT") != 0) {
        return fake_refuse(answer, 404, "there is no such blob");
    }
    assert_true(server->blob_count < FAKE_BLOBS_MAX);
    FakeBlob *blob = &server->blobs[server->blob_count++];
    sha256_text(body, blob->hash);
    assert_string_equal(blob->hash, hash);
    text_init(&blob->bytes);
    text_add_slice(&blob->bytes, body);
    return 201;
}

static inline int fake_route(FakeServer *server, const char *method, const char *path,
    const json_t *body, Slice bytes, Text *answer) {
    int id;
    int after;
    char tail[16] = "";
    char hash[SHA256_TEXT_SIZE] = "";
    if (strcmp(path, "/api/v1/hosts") == 0) {
        server->hosts++;
        text_addf(answer, "{\"host\":%d,\"key\":\"k\",\"beatMs\":%d,\"leaseMs\":1000}",
            server->hosts, server->beat_ms);
        return server->is_away ? 403 : 200;
    }
    if (strcmp(path, "/api/v1/claims") == 0) {
        return fake_claim(server, body, answer);
    }
    if (strcmp(path, "/api/v1/beats") == 0) {
        return fake_beat(server, body, answer);
    }
    if (strcmp(path, "/api/v1/groups") == 0) {
        text_add(answer, "{\"group\":1}");
        return 200;
    }
    if (strcmp(path, "/api/v1/groups/1/jobs") == 0) {
        fake_submit(server, json_object_get(body, "jobs"));
        text_add(answer, "{}");
        return 200;
    }
    if (sscanf(path, "/api/v1/groups/1/results?after=%d&", &after) == 1) {
        return fake_results(server, after, answer);
    }
    if (strcmp(path, "/api/v1/groups/1/running") == 0) {
        text_add(answer, "{\"jobs\":[]}");
        return 200;
    }
    if (strcmp(path, "/api/v1/groups/1") == 0 && strcmp(method, "DELETE") == 0) {
        return fake_cancel(server, answer);
    }
    if (sscanf(path, "/api/v1/jobs/%d/%15s", &id, tail) == 2) {
        return fake_end(server, id, body, strcmp(tail, "result") == 0, answer);
    }
    if (server->room && strncmp(path, "/api/v1/rooms/", 14) == 0) {
        text_add(answer, server->room);
        return 200;
    }
    if (sscanf(path, "/api/v1/blobs/%64s", hash) == 1) {
        return fake_blob(server, method, hash, bytes, answer);
    }
    return fake_refuse(answer, 404, path);
}

static inline bool fake_ask(void *context, const char *method, const char *path, Slice body,
    RemoteHead *head, Text *answer, Error *error) {
    FakeServer *server = context;
    pthread_mutex_lock(&server->lock);
    int number = ++server->requests;
    bool fails = server->fail_each && number % server->fail_each == 0;
    // A claim that is lost waits for the end of its lease, which here has none.
    bool loses =
        server->lose_each && number % server->lose_each == 0 && strcmp(path, "/api/v1/claims") != 0;
    if (!fails) {
        json_t *json = json_loadb(body.data, body.size, 0, NULL);
        head->status = fake_route(server, method, path, json, body, answer);
        json_decref(json);
    }
    pthread_mutex_unlock(&server->lock);
    if (loses) {
        text_clear(answer);
    }
    return (!fails && !loses) || error_set(error, ERROR_SERVER_REFUSED, "no route to the server");
}

static inline Remote fake_remote(FakeServer *server) {
    return (Remote){.context = server, .ask = fake_ask};
}
