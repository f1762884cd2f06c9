#pragma once
// What the server asks of the program behind it: a request in, a reply out.
//
// The server knows connections and nothing of what is asked; the handler knows the routes and
// nothing of connections, so tests and fuzzers call it directly. A reply is one document, or a feed
// that the server sends as server-sent events (http/streams.h).
//
// Secrets (the token, the cookies) are in the request and nowhere else: nothing here writes them to
// a log.

#include <stdint.h>

#include "base/json.h"

typedef struct HttpRequest {
    Slice method; // HEAD is answered as GET is
    Slice path;   // decoded, without query
    Slice query;  // as it was sent, without `?`; http/query.h reads it
    Slice content_type;
    Slice token;     // of `Authorization: Bearer TOKEN`; empty if there is none
    Slice cookies;   // as they were sent; http/cookies.h reads them
    Slice agent;     // User-Agent, as it was sent: any bytes
    bool is_secure;  // the browser speaks TLS, with the proxy in front
    bool is_foreign; // a page of another origin asks (http/origin.h)
    bool is_marked;  // it has `Immure-Request: 1`, which no form and no foreign page can send
    Slice body;
    size_t body_limit;  // what the handler said
    bool is_too_large;  // there was more of a body than that; `body` is then incomplete
    const char *client; // the visitor, to whom limits apply
    bool is_local;      // it is a program of this machine, and no proxy asks for another
} HttpRequest;

// What is sent of a feed.
typedef enum HttpFeedForm {
    FEED_DOCUMENTS, // each version as an event, `info` or, if it is the last, `done`
    FEED_EVENTS,    // what is read is events already, as http_put_event writes them
    FEED_ANSWER,    // no events: the first version is the JSON of the answer, which may wait for it
} HttpFeedForm;

// A document with versions, which a client follows.
typedef struct HttpFeed {
    void *source;      // null: no feed
    const void *topic; // by which it is woken (streams_wake); null: by its source
    // The document, if it is newer than version `after`, replaces `out`. Returns its version, or 0
    // if there is nothing newer; `*is_over` tells whether nothing newer will come. Any thread.
    uint64_t (*read)(void *source, uint64_t after, Text *out, bool *is_over);
    void (*release)(void *source);
    HttpFeedForm form;
} HttpFeed;

// Adds an event of a stream: its version, its name and a line of JSON.
void http_put_event(Text *out, uint64_t version, const char *name, Slice document);

typedef struct HttpReply {
    int status;
    Text body;                // may be empty
    const char *content_type; // of the body, a constant; null: JSON
    char allow[64];           // the methods of the path, if that is the answer; else empty
    char location[96];        // where the thing made is found; else empty
    char attachment[64];      // the name under which a browser saves the body; else empty
    char cookie[192];         // Set-Cookie; else empty
    int retry_after_s;        // 0: do not say
    HttpFeed feed;            // held; if there is one, its events are the answer
    const char *route;        // what was asked, as the metrics count it, a constant; may be null
} HttpReply;

// Where a request is answered.
typedef enum HttpWait {
    HTTP_AT_ONCE, // by a thread of the server, which the answer must not keep
    HTTP_WAITS,   // by a thread that may wait (http/waiting.h); 503 if too many wait already
    HTTP_YIELDS,  // the same, after these and few at a time: for requests that come in bursts
    HTTP_HEAVY,   // the same, fewer still: for answers that cost much, which anybody may ask for
} HttpWait;

typedef struct HttpHandler {
    void *context;
    // Whether a path is the handler's; the others are the page's.
    bool (*owns)(void *context, Slice path);
    // How large the body of a request may be, by its head: everything but `body` is known. A body
    // larger than LIMIT_BODY_BYTES is taken only if the client announces its size and all such
    // bodies fit LIMIT_BODIES_BYTES. Must not wait.
    size_t (*body_limit)(void *context, const HttpRequest *head);
    // Where a request, whole now, is to be answered. Must not wait.
    HttpWait (*waits)(void *context, const HttpRequest *request);
    // Initialises and fills in the reply. Called from any thread; must not wait but where `waits`
    // said that it might.
    void (*answer)(void *context, const HttpRequest *request, HttpReply *reply);
    // Called about every second, by one thread.
    void (*tick)(void *context, int64_t now_ms);
    // The server stops: takes nothing new and ends its feeds, after a last version of each.
    void (*close)(void *context);
} HttpHandler;

void http_reply_init(HttpReply *reply);
// The feed is not released: it belongs to the caller.
void http_reply_release(HttpReply *reply);

// Begins a reply anew; what is written there is its body.
JsonWriter http_reply_json(HttpReply *reply, int status);

// Replies with the reason: {"error": ...}, as json_put_error writes it.
void http_refuse(HttpReply *reply, int status, const Error *error);

// Refuses a body that is larger than the limit.
void http_refuse_body(HttpReply *reply, size_t limit);
