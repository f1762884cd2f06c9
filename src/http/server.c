#include "http/server.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "http/connections.h"
#include "http/exchange.h"
#include "http/limits.h"
#include "http/listener.h"

#define TICK_MS 1000
// What responses and streams get to end when the server stops.
#define PARTING_MS 2000
// Files that are open besides connections: libraries, pipes, the log.
#define OTHER_FILES 64

struct Server {
    ServerOptions options;
    int listener;
    Text url;
    Site *site;
    Connections connections;
    struct MHD_Daemon *daemon;
    atomic_int exchanges; // under way
    pthread_t ticker;
    bool is_ticking;
    bool is_stopping;
    pthread_mutex_t mutex; // of is_stopping
    pthread_cond_t stopping;
};

static int64_t patience_ms(const Server *server) {
    return server->options.patience_s * INT64_C(1000);
}

// Answering

static const char *header(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static enum MHD_Result keep_forwarded(
    void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    (void)kind;
    if (value && strcasecmp(name, "X-Forwarded-For") == 0) {
        *(const char **)context = value;
    }
    return MHD_YES;
}

// Who asks. A proxy puts the visitor at the end of the list, or of the last of several lists: what
// stands before that may be the visitor's own invention.
static Address find_visitor(const Server *server, struct MHD_Connection *connection) {
    Address address = connections_peer(connection);
    const char *forwarded = NULL;
    if (connections_is_proxied(&server->connections, connection)) {
        MHD_get_connection_values(connection, MHD_HEADER_KIND, keep_forwarded, &forwarded);
    }
    if (forwarded) {
        const char *comma = strrchr(forwarded, ',');
        address_parse(slice_trim(slice_from(comma ? comma + 1 : forwarded)), &address);
    }
    return address_visitor(&address);
}

// Queues a reply and returns its status, or 0.
static int send_reply(struct MHD_Connection *connection, HttpReply *reply) {
    if (reply->body.size > 0) {
        text_add_byte(&reply->body, '\n'); // for those who read it in a terminal
    }
    struct MHD_Response *response =
        MHD_create_response_from_buffer(reply->body.size, reply->body.data, MHD_RESPMEM_MUST_COPY);
    if (!response) {
        return 0;
    }
    site_add_safety(response);
    MHD_add_response_header(response, "Cache-Control", "no-store");
    if (reply->body.size > 0) {
        MHD_add_response_header(response, "Content-Type", "application/json");
    }
    if (*reply->allow) {
        MHD_add_response_header(response, "Allow", reply->allow);
    }
    if (*reply->location) {
        MHD_add_response_header(response, "Location", reply->location);
    }
    if (reply->retry_after_s > 0) {
        char seconds[16];
        snprintf(seconds, sizeof seconds, "%d", reply->retry_after_s);
        MHD_add_response_header(response, "Retry-After", seconds);
    }
    bool is_queued = MHD_queue_response(connection, (unsigned)reply->status, response) == MHD_YES;
    MHD_destroy_response(response);
    return is_queued ? reply->status : 0;
}

// Answers with the events of the feed that the reply holds; the status, or 0.
static int send_events(
    Server *server, struct MHD_Connection *connection, const Exchange *exchange, HttpReply *reply) {
    HttpFeed feed = reply->feed;
    Error error;
    bool is_head = slice_is(text_slice(&exchange->method), "HEAD");
    const char *last = header(connection, "Last-Event-ID");
    long long after = 0;
    bool is_over;
    // What is no version of ours starts from the beginning.
    if (last && (!slice_to_long(slice_from(last), &after) || after < 0)) {
        after = 0;
    }
    bool has_news = feed.read(feed.source, (uint64_t)after, &reply->body, &is_over) > 0 || !is_over;
    text_clear(&reply->body);
    if (!has_news || is_head) {
        feed.release(feed.source);
        reply->status = has_news ? 200 : 204; // 204 ends a browser's attempts to follow again
        return send_reply(connection, reply);
    }
    switch (streams_open(
        server->options.streams, connection, &exchange->visitor, feed, (uint64_t)after)) {
    case STREAMS_OPENED:
        connections_expect(connection, 0);
        return 200;
    case STREAMS_VISITOR_FULL:
        error_set(
            &error, ERROR_TOO_MANY_STREAMS, "you follow %d streams: close one", LIMIT_STREAMS_EACH);
        http_refuse(reply, 429, &error);
        break;
    case STREAMS_FULL:
        error_set(&error, ERROR_TOO_MANY_STREAMS, "too many streams are open");
        http_refuse(reply, 503, &error);
        break;
    }
    reply->retry_after_s = 30;
    return send_reply(connection, reply);
}

static int answer_handler(
    Server *server, struct MHD_Connection *connection, const Exchange *exchange) {
    char client[ADDRESS_TEXT_SIZE];
    const char *type = header(connection, "Content-Type");
    HttpRequest request = {
        .method = text_slice(&exchange->method),
        .path = text_slice(&exchange->path),
        .content_type = slice_from(type ? type : ""),
        .body = text_slice(&exchange->body),
        .is_too_large = exchange_is_too_large(exchange),
        .client = address_text(&exchange->visitor, client),
    };
    HttpReply reply;
    server->options.handler.answer(server->options.handler.context, &request, &reply);
    int status = reply.feed.source ? send_events(server, connection, exchange, &reply)
                                   : send_reply(connection, &reply);
    http_reply_release(&reply);
    return status;
}

static bool has_large_head(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info && info->header_size > LIMIT_HEAD_BYTES;
}

// Whether it announces a body that nobody would even throw away.
static bool announces_too_much(struct MHD_Connection *connection) {
    const char *length = header(connection, "Content-Length");
    long long size;
    return length && slice_to_long(slice_from(length), &size) && size > LIMIT_DISCARDED_BYTES;
}

// Refuses a request by its head alone; what is left of it is not read. False if it is welcome.
static bool refuse_by_head(Server *server, struct MHD_Connection *connection, Exchange *exchange) {
    HttpReply reply;
    Error error;
    http_reply_init(&reply);
    if (has_large_head(connection)) {
        error_set(
            &error, ERROR_HEAD_TOO_LARGE, "%s has at most %u bytes", "a head", LIMIT_HEAD_BYTES);
        http_refuse(&reply, 431, &error);
    } else if (announces_too_much(connection)) {
        error_set(&error, ERROR_TOO_LARGE, "%s has at most %u bytes", "a body", LIMIT_BODY_BYTES);
        http_refuse(&reply, 413, &error);
    } else if (connections_is_proxied(&server->connections, connection) &&
               !connections_claim(&server->connections, connection, &exchange->visitor)) {
        reply.retry_after_s = 30;
        error_set(&error, ERROR_TOO_MANY_CONNECTIONS, "you have %d requests under way",
            LIMIT_CONNECTIONS_EACH);
        http_refuse(&reply, 429, &error);
    }
    bool is_refused = reply.status != 0;
    if (is_refused) {
        exchange->status = send_reply(connection, &reply);
    }
    http_reply_release(&reply);
    return is_refused;
}

static bool owns(const Server *server, Slice path) {
    return server->options.handler.owns(server->options.handler.context, path);
}

// The library calls this with the head of a request, with each piece of its body, and at its end.
static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
    const char *path, const char *method, const char *version, const char *upload,
    size_t *upload_size, void **state) {
    (void)version;
    Server *server = context;
    Exchange *exchange = *state;
    if (!exchange) {
        Address visitor = find_visitor(server, connection);
        *state = exchange = exchange_new(method, path, &visitor);
        atomic_fetch_add(&server->exchanges, 1);
        bool is_refused = refuse_by_head(server, connection, exchange);
        return is_refused && exchange->status == 0 ? MHD_NO : MHD_YES;
    }
    if (*upload_size > 0) {
        bool is_taken = exchange_take(exchange, (Slice){upload, *upload_size});
        *upload_size = 0;
        return is_taken ? MHD_YES : MHD_NO;
    }
    connections_expect(connection, LIMIT_RESPONSE_MS);
    exchange->status = owns(server, text_slice(&exchange->path))
                           ? answer_handler(server, connection, exchange)
                           : site_answer(server->site, connection, text_slice(&exchange->method),
                                 exchange->path.data);
    return exchange->status > 0 ? MHD_YES : MHD_NO;
}

static void on_completed(void *context, struct MHD_Connection *connection, void **state,
    enum MHD_RequestTerminationCode code) {
    Server *server = context;
    Exchange *exchange = *state;
    if (!exchange) {
        return;
    }
    if (server->options.log) {
        Text line;
        text_init(&line);
        exchange_describe(exchange, code == MHD_REQUEST_TERMINATED_COMPLETED_OK, &line);
        server->options.log(server->options.context, line.data);
        text_release(&line);
    }
    exchange_free(exchange);
    *state = NULL;
    if (connections_is_proxied(&server->connections, connection)) {
        connections_disclaim(&server->connections, connection);
    }
    connections_expect(connection, patience_ms(server));
    atomic_fetch_sub(&server->exchanges, 1);
}

// Ticking

// Sleeps until the next tick; false when the server stops.
static bool wait_for_tick(Server *server) {
    int64_t until_ns = clock_now_ns() + TICK_MS * NS_PER_MS;
    struct timespec until = {.tv_sec = until_ns / NS_PER_S, .tv_nsec = until_ns % NS_PER_S};
    pthread_mutex_lock(&server->mutex);
    while (!server->is_stopping &&
           pthread_cond_timedwait(&server->stopping, &server->mutex, &until) == 0) {
    }
    bool goes_on = !server->is_stopping;
    pthread_mutex_unlock(&server->mutex);
    return goes_on;
}

static void *tick(void *context) {
    Server *server = context;
    int64_t next_beat_ms = clock_now_ms() + STREAM_BEAT_MS;
    while (wait_for_tick(server)) {
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
        pthread_mutex_lock(&server->mutex);
        server->is_stopping = true;
        pthread_cond_signal(&server->stopping);
        pthread_mutex_unlock(&server->mutex);
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

static struct MHD_Daemon *start_daemon(Server *server) {
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    // The library takes a pool of one for a mistake; none is the same.
    unsigned pool = server->options.thread_count > 1 ? (unsigned)server->options.thread_count : 0;
    return MHD_start_daemon(flags, 0, NULL, NULL, on_request, server, MHD_OPTION_LISTEN_SOCKET,
        server->listener, MHD_OPTION_THREAD_POOL_SIZE, pool, MHD_OPTION_CONNECTION_LIMIT,
        connection_limit(), MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)LIMIT_CONNECTION_BYTES,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)server->options.patience_s,
        MHD_OPTION_NOTIFY_CONNECTION, connections_notify, &server->connections,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, server, MHD_OPTION_END);
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
    listener_url(server->listener, &server->url);
    server->is_ticking = pthread_create(&server->ticker, NULL, tick, server) == 0;
    server->daemon = start_daemon(server);
    return (server->is_ticking && server->daemon) ||
           error_set(error, ERROR_NO_THREADS, "the server's threads cannot be started");
}

Server *server_new(const ServerOptions *options, Error *error) {
    Server *server = calloc(1, sizeof *server);
    if (!server) {
        abort();
    }
    server->options = *options;
    server->listener = -1;
    text_init(&server->url);
    connections_init(&server->connections, patience_ms(server), options->proxy);
    pthread_mutex_init(&server->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&server->stopping, &attributes);
    pthread_condattr_destroy(&attributes);
    if (!start(server, error)) {
        server_free(server);
        return NULL;
    }
    return server;
}

const char *server_url(const Server *server) {
    return server->url.data;
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
    if (server->daemon) {
        server->listener = MHD_quiesce_daemon(server->daemon);
    }
    server->options.handler.close(server->options.handler.context);
    streams_close(server->options.streams, PARTING_MS);
    if (server->daemon) {
        wait_for_exchanges(server);
        MHD_stop_daemon(server->daemon);
    }
    if (server->listener >= 0) {
        close(server->listener);
    }
    site_free(server->site);
    connections_release(&server->connections);
    pthread_cond_destroy(&server->stopping);
    pthread_mutex_destroy(&server->mutex);
    text_release(&server->url);
    free(server);
}
