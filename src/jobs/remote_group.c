#include "jobs/remote_group.h"

#include <stdlib.h>
#include <string.h>

#define RETRY_MS 500
#define RETRY_MAX_MS 30000
#define PATH_SIZE 96
// How often a cancellation is tried: nobody waits for it.
#define CANCEL_TRIES 3
#define RESULTS_LIMIT 100

void remote_group_init(RemoteGroup *group, const Remote *remote, const char *key, const char *kind,
    const atomic_bool *stop) {
    *group = (RemoteGroup){.remote = remote, .key = key, .kind = kind, .stop = stop};
    backoff_init(&group->backoff, RETRY_MS, RETRY_MAX_MS);
}

static bool has_file(const RemoteGroup *group, const char *hash) {
    for (size_t i = 0; i < group->file_count; i++) {
        if (strcmp(group->files[i]->hash, hash) == 0) {
            return true;
        }
    }
    return false;
}

bool remote_group_add_files(RemoteGroup *group, const PortableFiles *files, Error *error) {
    for (size_t i = 0; i < files->count; i++) {
        if (has_file(group, files->items[i].hash)) {
            continue;
        }
        if (group->file_count == GROUP_FILES_MAX) {
            return error_set(error, ERROR_BAD_PLAYER,
                "what is played on other machines takes at most %d files", GROUP_FILES_MAX);
        }
        group->files[group->file_count++] = &files->items[i];
    }
    return true;
}

// What to do after an answer: true if it is to be asked again, after a wait.
static bool is_to_repeat(RemoteGroup *group, RemoteStatus status, Error *error) {
    if (status != REMOTE_AGAIN) {
        group->backoff.failures = 0;
        return false;
    }
    if (group->on_warning && group->backoff.failures == 0) {
        char text[300];
        snprintf(text, sizeof text, "%.200s; trying again", error->text);
        group->on_warning(group->context, text);
    }
    remote_wait(backoff_next_ms(&group->backoff), group->stop, NULL);
    if (atomic_load(group->stop)) {
        error_set(error, ERROR_STOPPED, "stopped");
        return false;
    }
    return true;
}

// One call, until there is an answer; the body stays the caller's.
static RemoteStatus call(RemoteGroup *group, const char *method, const char *path, json_t *body,
    json_t **answer, Error *error) {
    RemoteStatus status;
    do {
        status = remote_call(group->remote, method, path, json_incref(body), answer, error);
    } while (is_to_repeat(group, status, error));
    return status;
}

static bool send_file(RemoteGroup *group, const PortableFile *file, Error *error) {
    Text bytes;
    text_init(&bytes);
    bool done = text_read_file(&bytes, file->path, PORTABLE_FILE_BYTES, error);
    if (done) {
        RemoteStatus status;
        do {
            status = remote_put_blob(group->remote, file->hash, text_slice(&bytes), error);
        } while (is_to_repeat(group, status, error));
        done = status == REMOTE_DONE || error_prefix(error, ERROR_AT_FILE, "%.100s", file->path);
    }
    text_release(&bytes);
    return done;
}

static bool send_files(RemoteGroup *group, Error *error) {
    for (size_t i = 0; i < group->file_count; i++) {
        if (!send_file(group, group->files[i], error)) {
            return false;
        }
    }
    return true;
}

bool remote_group_open(RemoteGroup *group, Error *error) {
    if (group->id > 0) {
        return true;
    }
    json_t *body = json_pack("{s:s s:s}", "key", group->key, "kind", group->kind);
    json_t *answer = NULL;
    RemoteStatus status = call(group, "POST", "/api/v1/groups", body, &answer, error);
    json_decref(body);
    if (status != REMOTE_DONE) {
        return false;
    }
    group->id = json_integer_value(json_object_get(answer, "group"));
    json_decref(answer);
    return (group->id > 0 || error_set(error, ERROR_SERVER_REFUSED, "the server gave no group")) &&
           send_files(group, error);
}

static const char *group_path(const RemoteGroup *group, const char *tail, char out[PATH_SIZE]) {
    snprintf(out, PATH_SIZE, "/api/v1/groups/%lld%s", (long long)group->id, tail);
    return out;
}

bool remote_group_submit(RemoteGroup *group, json_t *jobs, Error *error) {
    char path[PATH_SIZE];
    json_t *body = json_pack("{s:o}", "jobs", jobs);
    group_path(group, "/jobs", path);
    RemoteStatus status = call(group, "POST", path, body, NULL, error);
    // Files that nothing referred to for long may be gone from the server.
    if (status == REMOTE_REFUSED && group->file_count > 0 && send_files(group, error)) {
        status = call(group, "POST", path, body, NULL, error);
    }
    json_decref(body);
    return status == REMOTE_DONE;
}

bool remote_group_results(RemoteGroup *group, json_t **results, Error *error) {
    char path[PATH_SIZE];
    char tail[64];
    snprintf(
        tail, sizeof tail, "/results?after=%lld&limit=%d", (long long)group->after, RESULTS_LIMIT);
    json_t *answer = NULL;
    RemoteStatus status = call(group, "GET", group_path(group, tail, path), NULL, &answer, error);
    if (status != REMOTE_DONE) {
        return false;
    }
    json_t *list = json_object_get(answer, "results");
    json_t *next = json_object_get(answer, "next");
    bool done = json_is_array(list) && json_is_integer(next);
    if (done) {
        *results = json_incref(list);
        group->after = json_integer_value(next);
    }
    json_decref(answer);
    return done || error_set(error, ERROR_SERVER_REFUSED, "the server's answer has no results");
}

bool remote_group_is_idle(const RemoteGroup *group) {
    char path[PATH_SIZE];
    json_t *answer = NULL;
    Error error;
    RemoteStatus status = remote_call(
        group->remote, "GET", group_path(group, "/running", path), NULL, &answer, &error);
    const json_t *jobs = json_object_get(answer, "jobs");
    bool is_idle = status == REMOTE_DONE && json_is_array(jobs) && json_array_size(jobs) == 0;
    json_decref(answer);
    return is_idle;
}

bool remote_group_blob(RemoteGroup *group, const char *hash, Text *bytes, Error *error) {
    RemoteStatus status;
    do {
        text_clear(bytes);
        status = remote_get_blob(group->remote, hash, bytes, error);
    } while (is_to_repeat(group, status, error));
    return status == REMOTE_DONE;
}

void remote_group_cancel(RemoteGroup *group) {
    char path[PATH_SIZE];
    RemoteStatus status = REMOTE_AGAIN;
    for (int i = 0; i < CANCEL_TRIES && status == REMOTE_AGAIN; i++) {
        Error error;
        status =
            remote_call(group->remote, "DELETE", group_path(group, "", path), NULL, NULL, &error);
        remote_wait(status == REMOTE_AGAIN ? RETRY_MS : 0, NULL, NULL);
    }
}
