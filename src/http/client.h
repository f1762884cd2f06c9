#pragma once
// Requests to a server, on libcurl: one after the other, over a connection that is kept alive.
//
// A client belongs to one thread at a time. It follows no redirections, so that what is secret in a
// header goes to no one but the server that was named. TLS certificates are checked.
//
//   HttpClient *client = http_client_new(&(HttpClientOptions){.timeout_ms = 30000, ...});
//   HttpDelivery delivery = http_client_ask(client, "POST", url, body, "application/json", &error);
//   if (delivery == HTTP_ANSWERED && http_client_status(client) == 200) {
//       ... http_client_answer(client) ...

#include <stdatomic.h>

#include "base/error.h"
#include "base/slice.h"

typedef struct HttpClient HttpClient;

typedef struct HttpClientOptions {
    const char *token;         // sent as `Authorization: Bearer TOKEN`; may be null
    int connect_ms;            // to reach the server
    int timeout_ms;            // for all of a request and its answer; 0: no limit
    int silence_ms;            // in which nothing is sent or received; 0: no limit
    size_t answer_limit_bytes; // a larger answer fails
    const atomic_bool *stop;   // ends a request within about a second; may be null
} HttpClientOptions;

// What became of a request.
typedef enum HttpDelivery {
    HTTP_ANSWERED,  // with any status
    HTTP_UNSENT,    // no way to the server was found: it has not seen the request
    HTTP_TIMED_OUT, // the server may have seen it, and so below
    HTTP_STOPPED,   // by the flag
    HTTP_BROKEN,    // the connection broke, or the answer was too large
} HttpDelivery;

// Copies the options, but for what `stop` points at.
HttpClient *http_client_new(const HttpClientOptions *options);
void http_client_free(HttpClient *client);

// Adds a header to the next request alone.
void http_client_header(HttpClient *client, const char *name, const char *value);

// Sends a request and waits for its answer. An empty body of GET, HEAD and DELETE is none. Says why
// there is no answer; the reason does not name the address, which may be a secret too.
HttpDelivery http_client_ask(HttpClient *client, const char *method, const char *url, Slice body,
    const char *content_type, Error *error);

// Of the last answer, valid until the next request.
int http_client_status(const HttpClient *client);
// How long the server asks to wait: 0 if it does not.
int http_client_retry_after_s(const HttpClient *client);
Slice http_client_answer(const HttpClient *client);
