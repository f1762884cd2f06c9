#pragma once
// The HTTP server on libmicrohttpd: the page's files, and a handler behind them.
//
// A pool of threads waits in epoll; none of them ever blocks. What takes long is done by threads of
// the handler, and what has to wait for something is answered by a second pool (http/waiting.h).
// One more thread ticks about every second: it enforces the deadlines of connections, lets streams
// beat, and lets the handler tick. TLS is the business of a proxy in front.

#include "base/log.h"
#include "base/metrics.h"
#include "http/site.h"
#include "http/streams.h"

typedef struct Server Server;

typedef struct ServerOptions {
    const char *host;
    int port;           // 0: any free one
    const char *folder; // serve the page from here; null: the built-in one
    const SiteFiles *files;
    HttpHandler handler;
    Streams *streams;  // which the handler wakes
    int thread_count;  // that answer requests
    int waiting_count; // that answer those that may wait
    // How long a connection may be idle, in either direction, and how long a request may take to
    // arrive, from the start of the connection or the end of the request before. The second limit
    // ends clients that send a byte now and then (slowloris).
    int patience_s;
    size_t answers_bytes; // of large answers that are being sent; 0: LIMIT_ANSWERS_BYTES
    // A proxy in front, or null. It names the visitor at the end of X-Forwarded-For; from anybody
    // else that header is a lie.
    const Address *proxy;
    const Log *log;   // of each request that has ended; may be null
    Metrics *metrics; // which are then read by nobody but the handler; may be null
} ServerOptions;

// Starts to serve. Null with a reason. Everything that the options point at must outlive it.
Server *server_new(const ServerOptions *options, Error *error);

// Where it can be reached, from this machine and from others (http/listener.h); valid as long as
// the server.
const char *server_url(const Server *server);
const char *server_outside_url(const Server *server);

// Answers what waits, closes the handler, ends streams after a last event, gives responses under
// way a moment, closes.
void server_free(Server *server);
