#pragma once
// One request and its answer, from the first line of the one to the last byte of the other.

#include "base/log.h"
#include "base/metrics.h"
#include "http/address.h"
#include "http/handler.h"

struct MHD_Connection;

typedef struct Exchange {
    Text method;
    Text path;
    Text query;
    Text body;           // at most request.body_limit; the rest is thrown away
    uint64_t body_bytes; // that were sent
    Address visitor;
    char client[ADDRESS_TEXT_SIZE];
    HttpRequest request;   // of all this; the body is there when all of it was sent
    size_t reserved_bytes; // of LIMIT_BODIES_BYTES
    int64_t start_ns;
    bool has_begun;
    // While it waits (http/waiting.h):
    struct Exchange *next;
    uint64_t turn;
    struct MHD_Connection *connection;
    HttpReply reply; // once it has one
    bool has_reply;
    size_t answer_bytes; // of LIMIT_ANSWERS_BYTES
    int status;          // of the answer; 0: none yet
    const char *route;   // whose time is measured; may be null
} Exchange;

// An exchange begins with the first line of a request, of which only the query is taken here.
Exchange *exchange_new(const char *uri);
void exchange_free(Exchange *exchange);

// The head is complete. Headers may be null, and must stay as long as the exchange.
void exchange_begin(Exchange *exchange, const char *method, const char *path,
    const Address *visitor, const char *content_type, const char *authorization);

// Takes a piece of the body. False once it is larger than anybody would throw away.
bool exchange_take(Exchange *exchange, Slice piece);

// The size from which on a body is not even thrown away.
uint64_t exchange_discard_limit(const Exchange *exchange);

// The body is complete.
void exchange_end_request(Exchange *exchange);

// A line for the log, and the metrics, once it is over.
void exchange_log(const Exchange *exchange, const Log *log, bool is_complete);
void exchange_count(const Exchange *exchange, Metrics *metrics);
