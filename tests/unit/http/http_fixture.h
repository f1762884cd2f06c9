#pragma once
// A server with a handler of the test behind it, asked over sockets.
//
// /test/claim yields, /test/heavy is heavy and /test/slow waits, all for the gate; /test/beat may
// wait and does not, nor does /test/report, whose answer is large.
// The other paths are answered at once: /test/bytes with the body, /test/later with a refusal for 7
// seconds, the rest with what was asked.

#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/limits.h"
#include "http/query.h"
#include "http/server.h"

#define LARGE_BYTES (4u << 20)
#define WAITING_THREADS 4
#define YIELDING_THREADS (WAITING_THREADS / 2)
#define HEAVY_THREADS (WAITING_THREADS / 4)
// More than sockets take that nobody reads from, and room for two of them.
#define REPORT_BYTES (24u << 20)
#define ANSWERS_BYTES (2 * REPORT_BYTES + 100)
#define HUGE_BYTES (LIMIT_BODIES_BYTES - 1)

typedef struct Fixture {
    Streams streams;
    Server *server;
    FILE *log_stream;
    Log log;
    Metrics *metrics;
    pthread_mutex_t mutex; // of what is below
    pthread_cond_t changed;
    int held_count; // answers that wait for the gate
    Text order;     // of those that came to it, by the last digit of their visitors
    bool is_open;   // the gate
} Fixture;

static inline bool owns(void *context, Slice path) {
    (void)context;
    return slice_starts(path, "/test/");
}

static inline size_t body_limit(void *context, const HttpRequest *head) {
    (void)context;
    return slice_is(head->path, "/test/large")  ? LARGE_BYTES
           : slice_is(head->path, "/test/huge") ? HUGE_BYTES
                                                : LIMIT_BODY_BYTES;
}

static inline HttpWait waits(void *context, const HttpRequest *request) {
    (void)context;
    return slice_is(request->path, "/test/claim")   ? HTTP_YIELDS
           : slice_is(request->path, "/test/heavy") ? HTTP_HEAVY
           : slice_is(request->path, "/test/beat") || slice_is(request->path, "/test/slow") ||
                   slice_is(request->path, "/test/report")
               ? HTTP_WAITS
               : HTTP_AT_ONCE;
}

static inline void pass_gate(Fixture *fixture, const char *client) {
    pthread_mutex_lock(&fixture->mutex);
    fixture->held_count++;
    text_add_byte(&fixture->order, client[strlen(client) - 1]);
    pthread_cond_broadcast(&fixture->changed);
    while (!fixture->is_open) {
        pthread_cond_wait(&fixture->changed, &fixture->mutex);
    }
    pthread_mutex_unlock(&fixture->mutex);
}

static inline void open_gate(Fixture *fixture) {
    pthread_mutex_lock(&fixture->mutex);
    fixture->is_open = true;
    pthread_cond_broadcast(&fixture->changed);
    pthread_mutex_unlock(&fixture->mutex);
}

static inline void wait_for_held(Fixture *fixture, int count) {
    pthread_mutex_lock(&fixture->mutex);
    while (fixture->held_count < count) {
        pthread_cond_wait(&fixture->changed, &fixture->mutex);
    }
    pthread_mutex_unlock(&fixture->mutex);
}

// Claims, what is heavy and what is slow wait for the gate. Tells what was asked; /test/bytes sends
// the body back.
static inline void answer(void *context, const HttpRequest *request, HttpReply *reply) {
    http_reply_init(reply);
    if (slice_is(request->path, "/test/claim") || slice_is(request->path, "/test/heavy") ||
        slice_is(request->path, "/test/slow")) {
        pass_gate(context, request->client);
    }
    if (request->is_too_large) {
        http_refuse_body(reply, request->body_limit);
        return;
    }
    if (slice_is(request->path, "/test/later")) {
        Error error;
        error_set(&error, ERROR_BUSY, "later");
        reply->retry_after_s = 7;
        http_refuse(reply, 503, &error);
        return;
    }
    if (slice_is(request->path, "/test/report")) {
        char *bytes = calloc(1, REPORT_BYTES);
        assert_non_null(bytes);
        reply->status = 200;
        reply->content_type = "application/octet-stream";
        text_add_slice(&reply->body, (Slice){bytes, REPORT_BYTES});
        free(bytes);
        return;
    }
    if (slice_is(request->path, "/test/bytes")) {
        reply->status = 200;
        reply->content_type = "application/octet-stream";
        text_add_slice(&reply->body, request->body);
        return;
    }
    Text name;
    text_init(&name);
    query_find(request->query, "name", &name);
    JsonWriter json = http_reply_json(reply, slice_is(request->path, "/test/secret") ? 401 : 200);
    json_open_object(&json, NULL);
    json_put_text(&json, "name", name.data);
    json_put_slice(&json, "token", request->token);
    json_put_integer(&json, "size", (int64_t)request->body.size);
    json_close_object(&json);
    text_release(&name);
}

static inline void tick(void *context, int64_t now_ms) {
    (void)context, (void)now_ms;
}

static inline void close_nothing(void *context) {
    (void)context;
}

static inline int set_up(void **state) {
    static const SiteFiles NO_FILES = {0};
    Fixture *fixture = calloc(1, sizeof *fixture);
    Error error;
    fixture->log_stream = tmpfile();
    fixture->log = (Log){.level = LOG_INFO, .file = fileno(fixture->log_stream)};
    fixture->metrics = metrics_new();
    pthread_mutex_init(&fixture->mutex, NULL);
    pthread_cond_init(&fixture->changed, NULL);
    text_init(&fixture->order);
    streams_init(&fixture->streams);
    fixture->server = server_new(
        &(ServerOptions){
            .host = "127.0.0.1",
            .files = &NO_FILES,
            .handler = {.context = fixture,
                .owns = owns,
                .body_limit = body_limit,
                .waits = waits,
                .answer = answer,
                .tick = tick,
                .close = close_nothing},
            .streams = &fixture->streams,
            .thread_count = 2,
            .waiting_count = WAITING_THREADS,
            .patience_s = 30,
            .answers_bytes = ANSWERS_BYTES,
            .log = &fixture->log,
            .metrics = fixture->metrics,
        },
        &error);
    *state = fixture;
    return fixture->server ? 0 : -1;
}

static inline int tear_down(void **state) {
    Fixture *fixture = *state;
    open_gate(fixture); // of a test that has failed
    server_free(fixture->server);
    streams_release(&fixture->streams);
    pthread_cond_destroy(&fixture->changed);
    pthread_mutex_destroy(&fixture->mutex);
    metrics_free(fixture->metrics);
    text_release(&fixture->order);
    fclose(fixture->log_stream);
    free(fixture);
    return 0;
}

// From 127.0.0.`place`, as the visitor of that number.
static inline int connect_from(const Fixture *fixture, int place) {
    int port = atoi(strrchr(server_url(fixture->server), ':') + 1);
    struct sockaddr_in address = {.sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in own = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK + (uint32_t)place - 1)};
    int client = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(client, (struct sockaddr *)&own, sizeof own), 0);
    assert_int_equal(connect(client, (struct sockaddr *)&address, sizeof address), 0);
    return client;
}

static inline int connect_to(const Fixture *fixture) {
    return connect_from(fixture, 1);
}

static inline void send_all(int client, Slice data) {
    while (data.size > 0) {
        ssize_t sent = send(client, data.data, data.size, MSG_NOSIGNAL);
        assert_true(sent > 0);
        data = slice_skip(data, (size_t)sent);
    }
}

// Reads up to the end of the connection.
static inline void read_all(int client, Text *out) {
    char buffer[4096];
    ssize_t size;
    text_clear(out);
    while ((size = read(client, buffer, sizeof buffer)) > 0) {
        text_add_slice(out, (Slice){buffer, (size_t)size});
    }
}

// Sends a request with some headers and a body of so many bytes, and reads the answer.
static inline void ask(
    const Fixture *fixture, const char *line, const char *headers, size_t body_size, Text *out) {
    Text request;
    text_init(&request);
    text_addf(&request, "%s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s", line, headers);
    text_addf(&request, "Content-Length: %zu\r\n\r\n", body_size);
    for (size_t i = 0; i < body_size; i++) {
        text_add_byte(&request, (char)i);
    }
    int client = connect_to(fixture);
    send_all(client, text_slice(&request));
    read_all(client, out);
    close(client);
    text_release(&request);
}

static inline void says(const Text *answer, int status, const char *part) {
    assert_true(answer->size > 12);
    assert_int_equal(atoi(answer->data + strlen("HTTP/1.1 ")), status);
    assert_non_null(strstr(answer->data, part));
}

static inline int begin_from(const Fixture *fixture, int place, const char *path) {
    Text request;
    text_init(&request);
    text_addf(&request, "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", path);
    int client = connect_from(fixture, place);
    send_all(client, text_slice(&request));
    text_release(&request);
    return client;
}

static inline int begin(const Fixture *fixture, const char *path) {
    return begin_from(fixture, 1, path);
}

static inline void ends(int client, int status, const char *part) {
    Text out;
    text_init(&out);
    read_all(client, &out);
    close(client);
    says(&out, status, part);
    text_release(&out);
}

static inline void is_answered(const Fixture *fixture, const char *path) {
    ends(begin(fixture, path), 200, "{\"name\"");
}
