#pragma once
// One request and its answer, from the first line of the one to the last byte of the other.

#include <microhttpd.h>

#include "base/text.h"
#include "http/address.h"

typedef struct Exchange {
    Text method;
    Text path;
    Text body;           // at most LIMIT_BODY_BYTES; the rest is thrown away
    uint64_t body_bytes; // that were sent
    Address visitor;     // who asks
    int64_t start_ns;
    int status; // of the answer; 0: none yet
} Exchange;

Exchange *exchange_new(const char *method, const char *path, const Address *visitor);
void exchange_free(Exchange *exchange);

// Takes a piece of the body. False once it is larger than anybody would throw away.
bool exchange_take(Exchange *exchange, Slice piece);

bool exchange_is_too_large(const Exchange *exchange);

// The line of an access log: JSON without newline.
void exchange_describe(const Exchange *exchange, bool is_complete, Text *out);
