#include "jobs/remote.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/sha256.h"

// How often a wait looks whether it is over.
#define LOOK_MS 20

static bool is_trouble(int status) {
    return status >= 500 || status == 429 || status == 408;
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
    Text *answer, Error *error) {
    int status = 0;
    if (!remote->ask(remote->context, method, path, body, &status, answer, error)) {
        return REMOTE_AGAIN;
    }
    if (status >= 200 && status < 300) {
        return REMOTE_DONE;
    }
    read_reason(status, text_slice(answer), error);
    return is_trouble(status) ? REMOTE_AGAIN : REMOTE_REFUSED;
}

RemoteStatus remote_call(const Remote *remote, const char *method, const char *path, json_t *body,
    json_t **answer, Error *error) {
    char *text = body ? json_dumps(body, JSON_COMPACT) : strdup("");
    json_decref(body);
    if (!text) {
        abort();
    }
    Text reply;
    text_init(&reply);
    RemoteStatus status = ask(remote, method, path, slice_from(text), &reply, error);
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

static const char *blob_path(const char *hash, char out[SHA256_TEXT_SIZE + 32]) {
    snprintf(out, SHA256_TEXT_SIZE + 32, "/api/v1/blobs/%s", hash);
    return out;
}

RemoteStatus remote_get_blob(const Remote *remote, const char *hash, Text *bytes, Error *error) {
    char path[SHA256_TEXT_SIZE + 32];
    RemoteStatus status = ask(remote, "GET", blob_path(hash, path), (Slice){"", 0}, bytes, error);
    char found[SHA256_TEXT_SIZE];
    if (status == REMOTE_DONE && strcmp(sha256_text(text_slice(bytes), found), hash) != 0) {
        error_set(error, ERROR_SERVER_REFUSED, "the file %.64s came damaged", hash);
        return REMOTE_AGAIN;
    }
    return status;
}

RemoteStatus remote_put_blob(const Remote *remote, const char *hash, Slice bytes, Error *error) {
    char path[SHA256_TEXT_SIZE + 32];
    Text answer;
    text_init(&answer);
    RemoteStatus status =
        ask(remote, "HEAD", blob_path(hash, path), (Slice){"", 0}, &answer, error);
    if (status == REMOTE_REFUSED) {
        text_clear(&answer);
        status = ask(remote, "PUT", path, bytes, &answer, error);
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
