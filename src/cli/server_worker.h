#pragma once
// The worker that a server has of its own: like any other, over HTTP, with a token that is made for
// it at each start and that nobody else knows.

#include "base/log.h"
#include "store/store.h"

typedef struct ServerWorker ServerWorker;

// Works for the server at an address, whose store this is, on so many cores. Null with a reason.
ServerWorker *server_worker_start(
    Store *store, const char *url, int cores, const Log *log, Error *error);

// Hands back what is under way, while the server still answers. Null is allowed.
void server_worker_stop(ServerWorker *worker);
