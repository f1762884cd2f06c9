#include "jobs/worker_task.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"

// Results of a worker that stops are offered for so long.
#define LAST_WORDS_MS 5000

static const WorkerKind *find_kind(const WorkerOptions *options, const char *name) {
    for (const WorkerKind *const *kind = options->kinds; *kind; kind++) {
        if (strcmp((*kind)->name, name) == 0) {
            return *kind;
        }
    }
    return NULL;
}

WorkerTask *task_new(const WorkerOptions *options, const json_t *job) {
    json_int_t id;
    json_int_t run_ms;
    int cores;
    const char *attempt;
    const char *kind;
    json_t *payload;
    json_t *blobs;
    if (json_unpack((json_t *)job, "{s:I s:s s:s s:o s:o s:i s:I}", "id", &id, "attempt", &attempt,
            "kind", &kind, "payload", &payload, "blobs", &blobs, "cores", &cores, "runMs",
            &run_ms) != 0 ||
        !json_is_array(blobs) || cores < 1 || !find_kind(options, kind)) {
        return NULL;
    }
    WorkerTask *task = calloc(1, sizeof *task);
    Text folder;
    text_init(&folder);
    // A job may be here twice, by an old lease and a new one.
    text_addf(&folder, "%s/job-%d-%lld-%lld", options->folder, (int)getpid(), (long long)id,
        (long long)clock_now_ns());
    if (!task) {
        abort();
    }
    task->options = options;
    task->kind = find_kind(options, kind);
    task->id = id;
    task->attempt = strdup(attempt);
    task->payload = json_dumps(payload, JSON_COMPACT | JSON_ENCODE_ANY);
    task->core_count = cores;
    task->core = -1;
    task->folder = folder.data; // taken
    task->blobs = json_incref(blobs);
    task->end_ms = clock_now_ms() + run_ms;
    pthread_mutex_init(&task->lock, NULL);
    text_init(&task->progress);
    return task;
}

void task_free(WorkerTask *task) {
    if (!task) {
        return;
    }
    for (size_t i = 0; i < task->output_count; i++) {
        text_release(&task->outputs[i].bytes);
    }
    pthread_mutex_destroy(&task->lock);
    text_release(&task->progress);
    json_decref(task->blobs);
    free(task->attempt);
    free(task->payload);
    free(task->folder);
    free(task);
}

void task_set_progress(WorkerTask *task, const Text *progress) {
    pthread_mutex_lock(&task->lock);
    text_clear(&task->progress);
    text_add_slice(&task->progress, text_slice(progress));
    task->has_news = true;
    pthread_mutex_unlock(&task->lock);
    if (task->news) {
        atomic_store(task->news, true);
    }
}

char *task_take_news(WorkerTask *task) {
    pthread_mutex_lock(&task->lock);
    char *progress = task->has_news ? strdup(task->progress.data) : NULL;
    task->has_news = false;
    pthread_mutex_unlock(&task->lock);
    return progress;
}

void task_return_news(WorkerTask *task) {
    pthread_mutex_lock(&task->lock);
    task->has_news = task->progress.size > 0;
    pthread_mutex_unlock(&task->lock);
}

const char *task_add_output(WorkerTask *task, Slice bytes) {
    assert(task->output_count < TASK_BLOBS_MAX);
    TaskBlob *blob = &task->outputs[task->output_count++];
    text_init(&blob->bytes);
    text_add_slice(&blob->bytes, bytes);
    return sha256_text(bytes, blob->hash);
}

bool task_find_blob(void *context, const char *hash, Text *path, Error *error) {
    const WorkerTask *task = context;
    size_t index;
    json_t *name;
    json_array_foreach(task->blobs, index, name) {
        if (json_is_string(name) && strcmp(json_string_value(name), hash) == 0) {
            text_addf(path, "%s/%s", task->folder, hash);
            return true;
        }
    }
    return error_set(error, ERROR_BAD_PAIR, "the job does not name the file %.64s", hash);
}

// ---- Asking the server until it answers ----

typedef struct Attempts {
    const WorkerTask *task;
    Backoff backoff;
    int64_t last_ms; // when a worker that stops gives up; 0 until it stops
} Attempts;

static Attempts attempts(const WorkerTask *task) {
    Attempts made = {.task = task};
    backoff_init(&made.backoff, task->options->retry_ms, task->options->retry_max_ms);
    return made;
}

// Whether to ask again after trouble; waits first. Asking is over when the lease is lost for sure.
static bool ask_again(Attempts *made, RemoteStatus status) {
    const WorkerTask *task = made->task;
    if (status != REMOTE_AGAIN || atomic_load(&task->is_lost) || clock_now_ms() >= task->end_ms) {
        return false;
    }
    if (atomic_load(&task->stop)) {
        made->last_ms = made->last_ms ? made->last_ms : clock_now_ms() + LAST_WORDS_MS;
        remote_wait(LAST_WORDS_MS / 10, &task->is_lost, NULL);
        return clock_now_ms() < made->last_ms;
    }
    remote_wait(backoff_next_ms(&made->backoff), &task->stop, &task->is_lost);
    return true;
}

static void say(const WorkerTask *task, const char *what, const Error *error) {
    char line[400];
    snprintf(line, sizeof line, "job %lld %s: %.256s", (long long)task->id, what, error->text);
    task->options->say(task->options->context, line);
}

RemoteStatus task_ask(const WorkerTask *task, const char *method, const char *path, json_t *body,
    json_t **answer, Error *error) {
    Attempts made = attempts(task);
    RemoteStatus status;
    do {
        status = remote_call(task->options->remote, method, path, json_incref(body), answer, error);
    } while (ask_again(&made, status) && !atomic_load(&task->stop));
    json_decref(body);
    return status;
}

// ---- Files ----

// The hash by which a job names a file; null if it is none. The name becomes part of a path here,
// and the server chose it.
static const char *blob_hash(const json_t *name) {
    const char *hash = json_string_value(name);
    return hash && sha256_is_text(slice_from(hash)) ? hash : NULL;
}

static bool write_file(const WorkerTask *task, const char *hash, const Text *bytes, Error *error) {
    Text path;
    text_init(&path);
    text_addf(&path, "%s/%s", task->folder, hash);
    bool done = text_write_file(bytes, path.data, error);
    if (done && chmod(path.data, 0555) != 0) {
        done = error_set(error, ERROR_FILE_UNWRITABLE, "%.150s: %s", path.data, strerror(errno));
    }
    text_release(&path);
    return done;
}

static bool is_whole(const Text *bytes, const char *hash) {
    char found[SHA256_TEXT_SIZE];
    return strcmp(sha256_text(text_slice(bytes), found), hash) == 0;
}

// From the cache, or else from the server.
static bool get_blob(const WorkerTask *task, const char *hash, Text *bytes, Error *error) {
    const FileCache *cache = &task->options->cache;
    if (file_cache_get(cache, hash, bytes)) {
        if (is_whole(bytes, hash)) {
            return true;
        }
        file_cache_drop(cache, hash);
    }
    Attempts made = attempts(task);
    RemoteStatus status;
    do {
        text_clear(bytes);
        status = remote_get_blob(task->options->remote, hash, bytes, error);
    } while (!atomic_load(&task->stop) && ask_again(&made, status));
    if (status == REMOTE_DONE) {
        file_cache_put(cache, hash, text_slice(bytes), NULL);
    } else if (atomic_load(&task->stop)) {
        error_set(error, ERROR_STOPPED, "stopped");
    }
    return status == REMOTE_DONE;
}

static bool fetch_files(const WorkerTask *task, Error *error) {
    if (mkdir(task->folder, 0755) != 0 && errno != EEXIST) {
        return error_set(error, ERROR_FILE_UNWRITABLE, "%.150s: %s", task->folder, strerror(errno));
    }
    size_t index;
    json_t *name;
    json_array_foreach(task->blobs, index, name) {
        const char *hash = blob_hash(name);
        if (!hash) {
            return error_set(
                error, ERROR_BAD_JOB, "the server names a file of the job by no SHA-256");
        }
        Text bytes;
        text_init(&bytes);
        bool done = get_blob(task, hash, &bytes, error) && write_file(task, hash, &bytes, error);
        text_release(&bytes);
        if (!done) {
            return false;
        }
    }
    return true;
}

static void remove_files(const WorkerTask *task) {
    size_t index;
    json_t *name;
    json_array_foreach(task->blobs, index, name) {
        const char *hash = blob_hash(name);
        if (hash) {
            Text path;
            text_init(&path);
            text_addf(&path, "%s/%s", task->folder, hash);
            unlink(path.data);
            text_release(&path);
        }
    }
    rmdir(task->folder);
}

// ---- The end ----

static RemoteStatus put_outputs(const WorkerTask *task, Error *error) {
    RemoteStatus status = REMOTE_DONE;
    for (size_t i = 0; i < task->output_count && status == REMOTE_DONE; i++) {
        status = remote_put_blob(task->options->remote, task->outputs[i].hash,
            text_slice(&task->outputs[i].bytes), error);
    }
    return status;
}

static json_t *output_names(const WorkerTask *task) {
    json_t *names = json_array();
    for (size_t i = 0; i < task->output_count; i++) {
        json_array_append_new(names, json_string(task->outputs[i].hash));
    }
    return names;
}

static void deliver(const WorkerTask *task, const Text *result) {
    char path[64];
    snprintf(path, sizeof path, "/api/v1/jobs/%lld/result", (long long)task->id);
    Error error;
    Attempts made = attempts(task);
    RemoteStatus status;
    do {
        status = put_outputs(task, &error);
        if (status == REMOTE_DONE) {
            json_t *body = json_pack("{s:s s:o s:o}", "attempt", task->attempt, "result",
                json_loadb(result->data, result->size, 0, NULL), "blobs", output_names(task));
            status = remote_call(task->options->remote, "POST", path, body, NULL, &error);
        }
    } while (ask_again(&made, status));
    if (status != REMOTE_DONE) {
        say(task, "is lost", &error);
    }
}

static void hand_back(const WorkerTask *task, bool has_failed, const Error *reason) {
    char path[64];
    snprintf(path, sizeof path, "/api/v1/jobs/%lld/return", (long long)task->id);
    Error error;
    Attempts made = attempts(task);
    RemoteStatus status;
    do {
        json_t *body = json_pack("{s:s s:s s:b}", "attempt", task->attempt, "reason", reason->text,
            "failed", has_failed);
        status = remote_call(task->options->remote, "POST", path, body, NULL, &error);
    } while (ask_again(&made, status));
    if (status != REMOTE_DONE) {
        say(task, "could not be handed back", &error);
    }
}

void task_live(WorkerTask *task) {
    Text result;
    Error error = {0};
    text_init(&result);
    bool done = fetch_files(task, &error) && task->kind->run(task, &result, &error);
    remove_files(task);
    if (atomic_load(&task->is_lost)) {
        error_set(&error, ERROR_STOPPED, "it was cancelled, or leased to another");
        say(task, "is lost", &error);
    } else if (done) {
        deliver(task, &result);
    } else {
        bool has_failed = error.reason.code != ERROR_STOPPED;
        say(task, has_failed ? "failed" : "is handed back", &error);
        hand_back(task, has_failed, &error);
    }
    text_release(&result);
}
