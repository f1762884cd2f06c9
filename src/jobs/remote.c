#include "jobs/remote.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/sha256.h"

// How often a wait looks whether it is over.
#define LOOK_MS 20

// Of the reasons for 429, those that pass by themselves. The others say that one has as much as one
// may, which only the asker changes.
static const ErrorCode PASSING[] = {
    ERROR_BUSY, ERROR_TOO_MANY_CONNECTIONS, ERROR_TOO_MANY_STREAMS, ERROR_TOO_MANY_TRIES};

// A reason without a code is a proxy's.
static bool is_passing(Slice answer) {
    json_t *root = json_loadb(answer.data, answer.size, 0, NULL);
    const char *code = NULL;
    json_unpack(root, "{s:{s:s}}", "error", "code", &code);
    bool found = code == NULL;
    for (size_t i = 0; !found && i < sizeof PASSING / sizeof *PASSING; i++) {
        found = strcmp(code, error_code_name(PASSING[i])) == 0;
    }
    json_decref(root);
    return found;
}

static bool is_trouble(int status, Slice answer) {
    return status >= 500 || status == 408 || (status == 429 && is_passing(answer));
}

// The reason that the server gave.
static void read_reason(int status, Slice body, Error *error) {
    json_t *root = json_loadb(body.data, body.size, 0, NULL);
    const char *text = "";
    json_unpack(root, "{s:{s:s}}", "error", "text", &text);
    char quoted[SLICE_QUOTE_SIZE];
    if (text[0] != '\0') {
        error_set(error, ERROR_SERVER_REFUSED, "the server says: %.200s", text);
    } else {
        error_set(error, ERROR_SERVER_REFUSED, "the server answers with status %d: %s", status,
            slice_quote(body, quoted));
    }
    json_decref(root);
}

static RemoteStatus ask(const Remote *remote, const char *method, const char *path, Slice body,
    Text *answer, int *retry_after_s, Error *error) {
    RemoteHead head = {0};
    *retry_after_s = 0;
    if (!remote->ask(remote->context, method, path, body, &head, answer, error)) {
        return REMOTE_AGAIN;
    }
    if (head.status >= 200 && head.status < 300) {
        return REMOTE_DONE;
    }
    *retry_after_s = head.retry_after_s;
    read_reason(head.status, text_slice(answer), error);
    return is_trouble(head.status, text_slice(answer)) ? REMOTE_AGAIN : REMOTE_REFUSED;
}

RemoteStatus remote_ask(const Remote *remote, const char *method, const char *path, json_t *body,
    json_t **answer, int *retry_after_s, Error *error) {
    char *text = body ? json_dumps(body, JSON_COMPACT) : strdup("");
    json_decref(body);
    if (!text) {
        abort();
    }
    Text reply;
    text_init(&reply);
    RemoteStatus status = ask(remote, method, path, slice_from(text), &reply, retry_after_s, error);
    free(text);
    if (status == REMOTE_DONE && answer) {
        *answer = json_loadb(reply.data, reply.size, 0, NULL);
        if (!*answer) {
            error_set(error, ERROR_NOT_JSON, "the server's answer is no JSON");
            status = REMOTE_AGAIN;
        }
    }
    text_release(&reply);
    return status;
}

RemoteStatus remote_call(const Remote *remote, const char *method, const char *path, json_t *body,
    json_t **answer, Error *error) {
    int retry_after_s;
    return remote_ask(remote, method, path, body, answer, &retry_after_s, error);
}

static const char *blob_path(const char *hash, char out[SHA256_TEXT_SIZE + 32]) {
    snprintf(out, SHA256_TEXT_SIZE + 32, "/api/v1/blobs/%s", hash);
    return out;
}

RemoteStatus remote_get_blob(const Remote *remote, const char *hash, Text *bytes, Error *error) {
    char path[SHA256_TEXT_SIZE + 32];
    int retry_after_s;
    RemoteStatus status =
        ask(remote, "GET", blob_path(hash, path), (Slice){"", 0}, bytes, &retry_after_s, error);
    char found[SHA256_TEXT_SIZE];
    if (status == REMOTE_DONE && strcmp(sha256_text(text_slice(bytes), found), hash) != 0) {
        error_set(error, ERROR_SERVER_REFUSED, "the file %.64s came damaged", hash);
        return REMOTE_AGAIN;
    }
    return status;
}

RemoteStatus remote_put_blob(const Remote *remote, const char *hash, Slice bytes, Error *error) {
    char path[SHA256_TEXT_SIZE + 32];
    int retry_after_s;
    Text answer;
    text_init(&answer);
    RemoteStatus status =
        ask(remote, "HEAD", blob_path(hash, path), (Slice){"", 0}, &answer, &retry_after_s, error);
    if (status == REMOTE_REFUSED) {
        text_clear(&answer);
        status = ask(remote, "PUT", path, bytes, &answer, &retry_after_s, error);
    }
    text_release(&answer);
    return status;
}

void backoff_init(Backoff *backoff, int first_ms, int max_ms) {
    *backoff = (Backoff){.first_ms = first_ms, .max_ms = max_ms};
    rng_init(&backoff->rng, (uint64_t)clock_now_ns() ^ (uint64_t)getpid() << 32);
}

int backoff_next_ms(Backoff *backoff) {
    int wait_ms = backoff->first_ms;
    for (int i = 0; i < backoff->failures && wait_ms < backoff->max_ms; i++) {
        wait_ms = wait_ms > backoff->max_ms / 2 ? backoff->max_ms : 2 * wait_ms;
    }
    backoff->failures++;
    // Half of it at least.
    return wait_ms / 2 + (int)rng_below(&backoff->rng, (uint32_t)(wait_ms / 2 + 1));
}

static bool is_set(const atomic_bool *flag) {
    return flag && atomic_load(flag);
}

void remote_wait(int wait_ms, const atomic_bool *stop, const atomic_bool *other) {
    int64_t end_ms = clock_now_ms() + wait_ms;
    for (int64_t left = wait_ms; left > 0 && !is_set(stop) && !is_set(other);
         left = end_ms - clock_now_ms()) {
        int64_t part_ms = left < LOOK_MS ? left : LOOK_MS;
        nanosleep(&(struct timespec){.tv_nsec = part_ms * NS_PER_MS}, NULL);
    }
}
