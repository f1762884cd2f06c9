#pragma once
// Who is let in: a request by its head alone, before anything of its body is read.

#include <stdatomic.h>

#include "http/connections.h"
#include "http/exchange.h"

typedef struct Admission {
    const HttpHandler *handler;
    Connections *connections;
    atomic_size_t bodies_bytes; // reserved for the larger bodies
} Admission;

// Begins an exchange with the head of its request. False if it is refused: the response is queued
// and has set the status, or that is 0 and the connection is to be closed.
bool admission_begin(Admission *admission, struct MHD_Connection *connection, Exchange *exchange,
    const char *method, const char *path);

// Gives back what the exchange had reserved.
void admission_end(Admission *admission, struct MHD_Connection *connection, Exchange *exchange);
