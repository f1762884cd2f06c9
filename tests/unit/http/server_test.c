// A server with a handler of the test behind it, asked over sockets.

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
#define HUGE_BYTES (LIMIT_BODIES_BYTES - 1)

typedef struct Fixture {
    Streams streams;
    Server *server;
    Text log;
    pthread_mutex_t mutex; // of the log
} Fixture;

static bool owns(void *context, Slice path) {
    (void)context;
    return slice_starts(path, "/test/");
}

static size_t body_limit(void *context, const HttpRequest *head) {
    (void)context;
    return slice_is(head->path, "/test/large")  ? LARGE_BYTES
           : slice_is(head->path, "/test/huge") ? HUGE_BYTES
                                                : LIMIT_BODY_BYTES;
}

// Tells what was asked; /test/bytes sends the body back.
static void answer(void *context, const HttpRequest *request, HttpReply *reply) {
    (void)context;
    http_reply_init(reply);
    if (request->is_too_large) {
        http_refuse_body(reply, request->body_limit);
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

static void tick(void *context, int64_t now_ms) {
    (void)context, (void)now_ms;
}

static void close_nothing(void *context) {
    (void)context;
}

static void keep_log(void *context, const char *line) {
    Fixture *fixture = context;
    pthread_mutex_lock(&fixture->mutex);
    text_add(&fixture->log, line);
    pthread_mutex_unlock(&fixture->mutex);
}

static int set_up(void **state) {
    static const SiteFiles NO_FILES = {0};
    Fixture *fixture = calloc(1, sizeof *fixture);
    Error error;
    text_init(&fixture->log);
    pthread_mutex_init(&fixture->mutex, NULL);
    streams_init(&fixture->streams);
    fixture->server = server_new(
        &(ServerOptions){
            .host = "127.0.0.1",
            .files = &NO_FILES,
            .handler = {.context = fixture,
                .owns = owns,
                .body_limit = body_limit,
                .answer = answer,
                .tick = tick,
                .close = close_nothing},
            .streams = &fixture->streams,
            .thread_count = 2,
            .patience_s = 30,
            .log = keep_log,
            .context = fixture,
        },
        &error);
    *state = fixture;
    return fixture->server ? 0 : -1;
}

static int tear_down(void **state) {
    Fixture *fixture = *state;
    server_free(fixture->server);
    streams_release(&fixture->streams);
    pthread_mutex_destroy(&fixture->mutex);
    text_release(&fixture->log);
    free(fixture);
    return 0;
}

static int connect_to(const Fixture *fixture) {
    int port = atoi(strrchr(server_url(fixture->server), ':') + 1);
    struct sockaddr_in address = {.sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int client = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(client, (struct sockaddr *)&address, sizeof address), 0);
    return client;
}

static void send_all(int client, Slice data) {
    while (data.size > 0) {
        ssize_t sent = send(client, data.data, data.size, MSG_NOSIGNAL);
        assert_true(sent > 0);
        data = slice_skip(data, (size_t)sent);
    }
}

// Reads up to the end of the connection.
static void read_all(int client, Text *out) {
    char buffer[4096];
    ssize_t size;
    text_clear(out);
    while ((size = read(client, buffer, sizeof buffer)) > 0) {
        text_add_slice(out, (Slice){buffer, (size_t)size});
    }
}

// Sends a request with some headers and a body of so many bytes, and reads the answer.
static void ask(
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

static void says(const Text *answer, int status, const char *part) {
    assert_true(answer->size > 12);
    assert_int_equal(atoi(answer->data + strlen("HTTP/1.1 ")), status);
    assert_non_null(strstr(answer->data, part));
}

static void a_request_has_query_and_token(void **state) {
    Text out;
    text_init(&out);
    ask(*state, "GET /test/a%20b?x=1&name=c%26d", "Authorization: bearer  se-cret \r\n", 0, &out);
    says(&out, 200, "{\"name\":\"c&d\",\"token\":\"se-cret\",\"size\":0}");
    ask(*state, "GET /test/a", "Authorization: Basic se-cret\r\n", 0, &out);
    says(&out, 200, "{\"name\":\"\",\"token\":\"\",\"size\":0}");
    ask(*state, "GET /test/secret", "", 0, &out);
    says(&out, 401, "WWW-Authenticate: Bearer\r\n");
    text_release(&out);
}

static void the_log_has_neither(void **state) {
    Fixture *fixture = *state;
    Text out;
    text_init(&out);
    ask(fixture, "GET /test/a?name=hush", "Authorization: Bearer se-cret\r\n", 0, &out);
    server_free(fixture->server); // after which all is logged
    fixture->server = NULL;
    assert_non_null(strstr(fixture->log.data, "\"/test/a\""));
    assert_null(strstr(fixture->log.data, "hush"));
    assert_null(strstr(fixture->log.data, "se-cret"));
    text_release(&out);
}

static void the_path_decides_how_large_a_body_may_be(void **state) {
    Text out;
    text_init(&out);
    ask(*state, "POST /test/small", "", LIMIT_BODY_BYTES, &out);
    says(&out, 200, "\"size\":65536}");
    ask(*state, "POST /test/small", "", LIMIT_BODY_BYTES + 1, &out);
    says(&out, 413, "a body has at most 65536 bytes");
    ask(*state, "POST /test/large", "", LARGE_BYTES, &out);
    says(&out, 200, "\"size\":4194304}");
    ask(*state, "POST /elsewhere", "", LIMIT_BODY_BYTES + 1, &out);
    says(&out, 405, "");
    text_release(&out);
}

static void unannounced_bodies_are_small(void **state) {
    Text out;
    text_init(&out);
    Text request;
    text_init(&request);
    text_add(&request, "POST /test/large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                       "Transfer-Encoding: chunked\r\n\r\n10001\r\n");
    for (int i = 0; i < 0x10001; i++) {
        text_add_byte(&request, 'x');
    }
    text_add(&request, "\r\n0\r\n\r\n");
    int client = connect_to(*state);
    send_all(client, text_slice(&request));
    read_all(client, &out);
    close(client);
    says(&out, 413, "a body has at most 65536 bytes");
    text_release(&request);
    text_release(&out);
}

static void large_bodies_share_a_bound(void **state) {
    static const char HUGE_HEAD[] =
        "POST /test/huge HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n";
    Text out;
    text_init(&out);
    text_addf(&out, "%sContent-Length: %u\r\n\r\n", HUGE_HEAD, HUGE_BYTES);
    int holder = connect_to(*state);
    send_all(holder, text_slice(&out));
    char go_on[64];
    assert_true(read(holder, go_on, sizeof go_on) > 0); // 100 Continue: it is reserved
    ask(*state, "POST /test/large", "Expect: 100-continue\r\n", LIMIT_BODY_BYTES + 1, &out);
    says(&out, 503, "too-many-bodies");
    says(&out, 503, "Retry-After: 5\r\n");
    ask(*state, "POST /test/large", "", LIMIT_BODY_BYTES, &out);
    says(&out, 200, "\"size\":65536}");
    close(holder);
    do { // until the server has noticed
        ask(*state, "POST /test/large", "", LIMIT_BODY_BYTES + 1, &out);
    } while (strncmp(out.data, "HTTP/1.1 503", 12) == 0);
    says(&out, 200, "\"size\":65537}");
    text_release(&out);
}

static void bytes_come_back_as_they_are(void **state) {
    Text out;
    text_init(&out);
    ask(*state, "POST /test/bytes", "", 1000, &out);
    says(&out, 200, "Content-Type: application/octet-stream\r\n");
    says(&out, 200, "Content-Length: 1000\r\n");
    for (size_t i = 0; i < 1000; i++) {
        assert_int_equal(out.data[out.size - 1000 + i], (char)i);
    }
    text_release(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_request_has_query_and_token, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_log_has_neither, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            the_path_decides_how_large_a_body_may_be, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unannounced_bodies_are_small, set_up, tear_down),
        cmocka_unit_test_setup_teardown(large_bodies_share_a_bound, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bytes_come_back_as_they_are, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
