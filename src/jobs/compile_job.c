#include "jobs/compile_job.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

// The longest version of a compiler that is believed.
#define VERSION_BYTES_MAX 256
// The longest messages: what is kept of a compiler's (sandbox/process.c), with room for the
// characters that stand for bad ones.
#define MESSAGES_BYTES_MAX (256u << 10)

static bool unpack(CompileJob *job, const json_t *root) {
    const char *source;
    const char *language;
    const char *name = "";
    if (json_unpack_ex((json_t *)root, NULL, JSON_STRICT, "{s:s s:s s?s}", "source", &source,
            "language", &language, "name", &name) != 0 ||
        !sha256_is_text(slice_from(source))) {
        return false;
    }
    strcpy(job->source, source);
    job->language = compile_language_find(slice_from(language));
    text_add(&job->name, name);
    return job->language != NULL;
}

bool compile_job_read(CompileJob *job, Slice json, Error *error) {
    *job = (CompileJob){0};
    text_init(&job->name);
    json_t *root = json_loadb(json.data, json.size, JSON_REJECT_DUPLICATES, NULL);
    bool done = root && unpack(job, root);
    json_decref(root);
    return done || error_set(error, ERROR_BAD_JOB, "this is no compilation");
}

void compile_job_release(CompileJob *job) {
    text_release(&job->name);
}

void compile_job_write_result(const CompileResult *result, const char *binary, Text *out) {
    json_t *root = json_pack("{s:s s:s* s:s s:I s:I s:s}", "status",
        compile_status_name(result->status), "binary", binary, "messages", result->messages.data,
        "timeMs", (json_int_t)(result->time_ns / NS_PER_MS), "memoryBytes",
        (json_int_t)result->memory_bytes, "compiler", result->version.data);
    char *text = json_dumps(root, JSON_COMPACT);
    text_add(out, text ? text : "");
    free(text);
    json_decref(root);
}

// The blob of that name that came with a result.
static bool has_blob(const JobResultView *view, const char *name) {
    Sha256 hash;
    for (size_t i = 0; sha256_parse(slice_from(name), &hash) && i < view->blob_count; i++) {
        if (sha256_equal(&hash, &view->blobs[i])) {
            return true;
        }
    }
    return false;
}

static bool is_likely(
    const CompileJob *job, const JobResultView *view, const json_t *root, CompileStatus *status) {
    const char *name;
    const char *binary = NULL;
    const char *messages;
    const char *version;
    json_int_t time_ms;
    json_int_t memory_bytes;
    if (json_unpack_ex((json_t *)root, NULL, JSON_STRICT, "{s:s s?s s:s s:I s:I s:s}", "status",
            &name, "binary", &binary, "messages", &messages, "timeMs", &time_ms, "memoryBytes",
            &memory_bytes, "compiler", &version) != 0 ||
        !compile_status_find(slice_from(name), status) || *status == COMPILE_FAULT) {
        return false;
    }
    bool is_right = *status == COMPILE_OK ? binary && has_blob(view, binary) : !binary;
    // A program in Python is its source.
    bool is_source =
        !binary || strcmp(binary, job->source) == 0 || !compile_language_is_checked(job->language);
    return is_right && is_source && time_ms >= 0 && memory_bytes >= 0 &&
           strlen(version) <= VERSION_BYTES_MAX && strlen(messages) <= MESSAGES_BYTES_MAX;
}

static bool check(void *context, const JobResultView *view, JobFinding *finding, Error *error) {
    (void)context;
    CompileJob job;
    CompileStatus status = COMPILE_FAULT;
    bool done = compile_job_read(&job, view->payload, error);
    if (done) {
        json_t *root =
            json_loadb(view->result.data, view->result.size, JSON_REJECT_DUPLICATES, NULL);
        done = (root && is_likely(&job, view, root, &status)) ||
               error_set(error, ERROR_BAD_RESULT, "this is no result of that compilation");
        json_decref(root);
    }
    // How fast a host is, and what it may use, must not matter.
    if (done && (status == COMPILE_OK || status == COMPILE_ERRORS)) {
        snprintf(
            finding->fingerprint, sizeof finding->fingerprint, "%s", compile_status_name(status));
    }
    compile_job_release(&job);
    return done;
}

const JobKind COMPILE_JOB = {.name = COMPILE_JOB_KIND, .check = check};
