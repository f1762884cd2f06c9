#pragma once
// What the server asks of the program behind it: a request in, a reply out.
//
// The server knows connections and nothing of what is asked; the handler knows the routes and
// nothing of connections, so tests and fuzzers call it directly. A reply is one document, or a feed
// that the server sends as server-sent events (http/streams.h).

#include <stdint.h>

#include "base/json.h"

typedef struct HttpRequest {
    Slice method; // HEAD is answered as GET is
    Slice path;   // decoded, without query
    Slice content_type;
    Slice body;
    bool is_too_large;  // there was more of a body than LIMIT_BODY_BYTES
    const char *client; // who asks, for the limits of each
} HttpRequest;

// A document with versions, which a client follows.
typedef struct HttpFeed {
    void *source; // null: no feed
    // The document, if it is newer than version `after`, replaces `out`. Returns its version, or 0
    // if there is nothing newer; `*is_over` tells whether nothing newer will come. Any thread.
    uint64_t (*read)(void *source, uint64_t after, Text *out, bool *is_over);
    void (*release)(void *source);
} HttpFeed;

typedef struct HttpReply {
    int status;
    Text body;         // JSON, or empty
    char allow[64];    // the methods of the path, if that is the answer; else empty
    char location[96]; // where the thing made is found; else empty
    int retry_after_s; // 0: do not say
    HttpFeed feed;     // held; if there is one, its events are the answer
} HttpReply;

typedef struct HttpHandler {
    void *context;
    // Whether a path is the handler's; the others are the page's.
    bool (*owns)(void *context, Slice path);
    // Initialises and fills in the reply. Called from any thread; must not wait.
    void (*answer)(void *context, const HttpRequest *request, HttpReply *reply);
    // Called about every second, by one thread.
    void (*tick)(void *context, int64_t now_ms);
    // The server stops: takes nothing new and ends its feeds, after a last version of each.
    void (*close)(void *context);
} HttpHandler;

void http_reply_init(HttpReply *reply);
// The feed is not released: whoever takes the reply takes it.
void http_reply_release(HttpReply *reply);

// Begins a reply anew; what is written there is its body.
JsonWriter http_reply_json(HttpReply *reply, int status);

// Replies with the reason: {"error": ...}, as json_put_error writes it.
void http_refuse(HttpReply *reply, int status, const Error *error);
