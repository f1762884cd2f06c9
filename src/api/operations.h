#pragma once
// For operators and their monitoring: GET /healthz and GET /metrics, which are not under /api/v1.
//
// /healthz tells anybody whether this server can do its work: 200 {"status": "ok", ...} or 503
// {"status": "failing", ...}; a proxy asks it where to send requests. /metrics is for programs of
// the same machine and for requests with an admin's token, because it tells how the site is used.

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
