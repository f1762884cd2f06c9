#pragma once
// What whoever runs a server asks it: GET /healthz and GET /metrics, beside the interface.
//
// /healthz tells anybody whether this server can do its work: 200 {"status": "ok", ...} or 503
// {"status": "failing", ...}; a proxy asks it where to send requests. /metrics is for programs of
// the same machine and for who has the token of an admin: what it tells is nobody else's business.

#include "base/metrics.h"
#include "http/handler.h"
#include "jobs/queue.h"

typedef struct Operations {
    HttpHandler interface; // to which all other paths go
    Metrics *metrics;
    Queue *queue; // null: there is no store
} Operations;

// Both together, as the server takes it.
HttpHandler operations_handler(Operations *operations);
