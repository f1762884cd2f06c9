#pragma once
// The server as its clients and workers see it: one request, one answer, in JSON.
//
// How a request travels is the Remote's business (HTTP, or a test that plays the server's part).
// What an answer means is decided here, once: done, refused with a reason, or to be tried again,
// which is what every trouble of network and server comes down to.

#include <jansson.h>
#include <stdatomic.h>

#include "base/rng.h"
#include "base/text.h"

// How an answer begins.
typedef struct RemoteHead {
    int status;
    int retry_after_s; // 0: it does not say
} RemoteHead;

typedef struct Remote {
    void *context;
    // Sends a request, with a body of JSON or (PUT) bytes, or none. False with a reason if there is
    // no answer; else its head, and its body appended. Any thread.
    bool (*ask)(void *context, const char *method, const char *path, Slice body, RemoteHead *head,
        Text *answer, Error *error);
} Remote;

typedef enum RemoteStatus {
    REMOTE_DONE,
    REMOTE_REFUSED, // for good, with the server's reason; also if one has as much as one may
    REMOTE_AGAIN,   // no answer, or the server is in trouble or busy
} RemoteStatus;

// Sends JSON, which is given up (null: no body), and reads the JSON of the answer, to be released
// with json_decref; `answer` may be null.
RemoteStatus remote_call(const Remote *remote, const char *method, const char *path, json_t *body,
    json_t **answer, Error *error);

// The same; says in how many seconds the server wants to be asked again, 0 if it does not say.
RemoteStatus remote_ask(const Remote *remote, const char *method, const char *path, json_t *body,
    json_t **answer, int *retry_after_s, Error *error);

// Blobs by their SHA-256. Putting asks first whether it is there.
RemoteStatus remote_get_blob(const Remote *remote, const char *hash, Text *bytes, Error *error);
RemoteStatus remote_put_blob(const Remote *remote, const char *hash, Slice bytes, Error *error);

// How long to wait before trying again: twice as long each time, with jitter, so that those who
// lost a server do not come back all at once.
typedef struct Backoff {
    int first_ms;
    int max_ms;
    int failures;
    Rng rng;
} Backoff;

void backoff_init(Backoff *backoff, int first_ms, int max_ms);
int backoff_next_ms(Backoff *backoff);

// Sleeps, but not much longer than until one of the flags (may be null) is set.
void remote_wait(int wait_ms, const atomic_bool *stop, const atomic_bool *other);
