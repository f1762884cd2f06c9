#include "http/server.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/stop_signal.h"
#include "http/admission.h"
#include "http/limits.h"
#include "http/listener.h"
#include "http/loop.h"
#include "http/respond.h"
#include "http/waiting.h"

#define TICK_MS 1000
// What responses and streams get to end when the server stops.
#define PARTING_MS 2000
// Files that are open besides connections: libraries, pipes, the log.
#define OTHER_FILES 64

struct Server {
    ServerOptions options;
    int listener;
    Text url;
    Text outside_url;
    Site *site;
    Waiting *waiting;
    Connections connections;
    Loop *loops;
    int loop_count;
    Admission admission;
    atomic_int exchanges;        // under way
    atomic_size_t answers_bytes; // of large answers that are being sent
    pthread_t ticker;
    bool is_ticking;
    StopSignal stop; // of the ticker
};

static int64_t patience_ms(const Server *server) {
    return server->options.patience_s * INT64_C(1000);
}

// Answering

static int send_reply(
    Server *server, struct MHD_Connection *connection, Exchange *exchange, HttpReply *reply) {
    exchange->route = reply->feed.source ? NULL : reply->route;
    return reply->feed.source ? respond_events(server->options.streams, connection,
                                    &exchange->visitor, exchange->request.method, reply)
                              : respond(connection, reply);
}

static void refuse_busy(HttpReply *reply) {
    Error error;
    http_reply_init(reply);
    reply->retry_after_s = RETRY_BUSY_S;
    error_set(&error, ERROR_BUSY, "the server is busy: ask again in a while");
    http_refuse(reply, 503, &error);
}

// Answers, or suspends the connection until there is an answer. False if it is to be closed.
static bool answer_handler(Server *server, struct MHD_Connection *connection, Exchange *exchange) {
    const HttpHandler *handler = &server->options.handler;
    HttpWait wait = handler->waits(handler->context, &exchange->request);
    if (wait != HTTP_AT_ONCE && waiting_add(server->waiting, connection, exchange, wait)) {
        return true;
    }
    HttpReply reply;
    if (wait == HTTP_AT_ONCE) {
        handler->answer(handler->context, &exchange->request, &reply);
    } else {
        refuse_busy(&reply);
    }
    exchange->status = send_reply(server, connection, exchange, &reply);
    http_reply_release(&reply);
    return exchange->status > 0;
}

// Reserves what an answer takes until it is read. False if there is no room for it now.
static bool reserve_answer(Server *server, Exchange *exchange) {
    size_t limit = server->options.answers_bytes;
    size_t size = exchange->reply.body.size;
    if (size <= LIMIT_LARGE_ANSWER_BYTES) {
        return true;
    }
    if (atomic_fetch_add(&server->answers_bytes, size) + size >
        (limit > 0 ? limit : LIMIT_ANSWERS_BYTES)) {
        atomic_fetch_sub(&server->answers_bytes, size);
        return false;
    }
    exchange->answer_bytes = size;
    return true;
}

// Sends the answer for which the connection was suspended. False if it is to be closed.
static bool send_awaited(Server *server, struct MHD_Connection *connection, Exchange *exchange) {
    HttpReply *reply = &exchange->reply;
    if (!reserve_answer(server, exchange)) {
        http_reply_release(reply);
        refuse_busy(reply);
    }
    exchange->status = send_reply(server, connection, exchange, reply);
    return exchange->status > 0;
}

static bool owns(const Server *server, Slice path) {
    return server->options.handler.owns(server->options.handler.context, path);
}

// The library calls this with the first line of a request.
static void *on_first_line(void *context, const char *uri, struct MHD_Connection *connection) {
    (void)context, (void)connection;
    return exchange_new(uri);
}

// The library calls this with the head of a request, with each piece of its body, and at its end.
static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
    const char *path, const char *method, const char *version, const char *upload,
    size_t *upload_size, void **state) {
    (void)version;
    Server *server = context;
    Exchange *exchange = *state;
    if (!exchange->has_begun) {
        atomic_fetch_add(&server->exchanges, 1);
        bool is_welcome = admission_begin(&server->admission, connection, exchange, method, path);
        return is_welcome || exchange->status > 0 ? MHD_YES : MHD_NO;
    }
    if (*upload_size > 0) {
        bool is_taken = exchange_take(exchange, (Slice){upload, *upload_size});
        *upload_size = 0;
        return is_taken ? MHD_YES : MHD_NO;
    }
    if (exchange->has_reply) {
        return send_awaited(server, connection, exchange) ? MHD_YES : MHD_NO;
    }
    connections_expect(connection, LIMIT_RESPONSE_MS);
    exchange_end_request(exchange);
    if (owns(server, exchange->request.path)) {
        return answer_handler(server, connection, exchange) ? MHD_YES : MHD_NO;
    }
    exchange->route = "page";
    exchange->status =
        site_answer(server->site, connection, exchange->request.method, exchange->path.data);
    return exchange->status > 0 ? MHD_YES : MHD_NO;
}

static void on_completed(void *context, struct MHD_Connection *connection, void **state,
    enum MHD_RequestTerminationCode code) {
    Server *server = context;
    Exchange *exchange = *state;
    *state = NULL;
    if (!exchange || !exchange->has_begun) {
        exchange_free(exchange);
        return;
    }
    exchange_log(exchange, server->options.log, code == MHD_REQUEST_TERMINATED_COMPLETED_OK);
    exchange_count(exchange, server->options.metrics);
    admission_end(&server->admission, connection, exchange);
    atomic_fetch_sub(&server->answers_bytes, exchange->answer_bytes);
    exchange_free(exchange);
    connections_expect(connection, patience_ms(server));
    atomic_fetch_sub(&server->exchanges, 1);
}

// Ticking

static void write_metrics(void *context, MetricsWriter *writer) {
    Server *server = context;
    metrics_put(writer, false, "immure_http_waiting", "Requests that wait or are being answered.",
        "", (int64_t)waiting_count(server->waiting));
}

static void *tick(void *context) {
    Server *server = context;
    int64_t next_beat_ms = clock_now_ms() + STREAM_BEAT_MS;
    while (stop_signal_sleep(&server->stop, TICK_MS)) {
        int64_t now_ms = clock_now_ms();
        connections_enforce(&server->connections, now_ms);
        server->options.handler.tick(server->options.handler.context, now_ms);
        if (now_ms >= next_beat_ms) {
            streams_beat(server->options.streams);
            next_beat_ms = now_ms + STREAM_BEAT_MS;
        }
    }
    return NULL;
}

static void stop_ticking(Server *server) {
    if (server->is_ticking) {
        stop_signal_give(&server->stop);
        pthread_join(server->ticker, NULL);
        server->is_ticking = false;
    }
}

// Life

static unsigned connection_limit(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 ||
        files.rlim_cur >= LIMIT_CONNECTIONS + OTHER_FILES) {
        return LIMIT_CONNECTIONS;
    }
    return files.rlim_cur > 2 * OTHER_FILES ? (unsigned)files.rlim_cur - OTHER_FILES : OTHER_FILES;
}

static bool start_loop(Server *server, Loop *loop) {
    if (!loop_init(loop, &server->connections)) {
        return false;
    }
    unsigned limit = connection_limit() / (unsigned)server->options.thread_count;
    struct MHD_Daemon *daemon = MHD_start_daemon(LOOP_FLAGS, 0, NULL, NULL, on_request, server,
        MHD_OPTION_LISTEN_SOCKET, server->listener, MHD_OPTION_CONNECTION_LIMIT, limit,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)LIMIT_CONNECTION_BYTES,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)server->options.patience_s,
        MHD_OPTION_NOTIFY_CONNECTION, loop_notify, loop, MHD_OPTION_NOTIFY_COMPLETED, on_completed,
        server, MHD_OPTION_URI_LOG_CALLBACK, on_first_line, server, MHD_OPTION_END);
    return daemon && loop_start(loop, daemon);
}

static bool start_loops(Server *server) {
    int count = server->options.thread_count;
    server->loops = calloc((size_t)count, sizeof *server->loops);
    if (!server->loops) {
        abort();
    }
    bool is_started = true;
    while (is_started && server->loop_count < count) {
        is_started = start_loop(server, &server->loops[server->loop_count++]);
    }
    return is_started;
}

static bool start(Server *server, Error *error) {
    const ServerOptions *options = &server->options;
    server->site = site_new(options->files, options->folder, error);
    if (!server->site) {
        return false;
    }
    server->listener = listener_open(options->host, options->port, error);
    if (server->listener < 0) {
        return false;
    }
    listener_url(server->listener, LISTENER_HERE, &server->url);
    listener_url(server->listener, LISTENER_OUTSIDE, &server->outside_url);
    server->waiting = waiting_new(&server->options.handler, options->waiting_count, error);
    if (!server->waiting) {
        return false;
    }
    if (options->metrics) {
        metrics_add_source(options->metrics, write_metrics, server);
    }
    server->is_ticking = pthread_create(&server->ticker, NULL, tick, server) == 0;
    return (server->is_ticking && start_loops(server)) ||
           error_set(error, ERROR_NO_THREADS, "the server's threads cannot be started");
}

Server *server_new(const ServerOptions *options, Error *error) {
    Server *server = calloc(1, sizeof *server);
    if (!server) {
        abort();
    }
    server->options = *options;
    server->listener = -1;
    server->admission.handler = &server->options.handler;
    server->admission.connections = &server->connections;
    text_init(&server->url);
    text_init(&server->outside_url);
    connections_init(&server->connections, patience_ms(server), options->proxy);
    stop_signal_init(&server->stop);
    if (!start(server, error)) {
        server_free(server);
        return NULL;
    }
    return server;
}

const char *server_url(const Server *server) {
    return server->url.data;
}

const char *server_outside_url(const Server *server) {
    return server->outside_url.data;
}

// Lets the answers under way reach their readers.
static void wait_for_exchanges(Server *server) {
    int64_t until_ms = clock_now_ms() + PARTING_MS;
    while (atomic_load(&server->exchanges) > 0 && clock_now_ms() < until_ms) {
        nanosleep(&(struct timespec){.tv_nsec = 10 * NS_PER_MS}, NULL);
    }
}

void server_free(Server *server) {
    if (!server) {
        return;
    }
    stop_ticking(server);
    for (int i = 0; i < server->loop_count; i++) {
        loop_quiesce(&server->loops[i]);
    }
    if (server->waiting) {
        waiting_close(server->waiting, PARTING_MS);
    }
    server->options.handler.close(server->options.handler.context);
    streams_close(server->options.streams, PARTING_MS);
    wait_for_exchanges(server);
    for (int i = 0; i < server->loop_count; i++) {
        loop_end(&server->loops[i]);
    }
    free(server->loops);
    if (server->listener >= 0) {
        close(server->listener);
    }
    waiting_free(server->waiting);
    site_free(server->site);
    connections_release(&server->connections);
    stop_signal_release(&server->stop);
    text_release(&server->url);
    text_release(&server->outside_url);
    free(server);
}
