#pragma once
// Answers that may wait, for a database say: given by a few threads of their own, while their
// connections are suspended and cost no thread of the server.
//
//   on_request            threads
//   waiting_add ──────> [ prompt ] ──┐
//              ──────> [ yielding ] ─┤
//              ──────> [ heavy ] ────┴─> handler.answer ──> resumed: on_request sends the reply
//
// Each queue is bounded, one visitor may take half of it, and who does not fit is told so at once.
// Within a queue the visitors take turns, so that one who asks for sixteen reports does not go
// before another's sign-in with all of them.
// Yielding requests (HTTP_YIELDS: workers that ask for work) and heavy ones (HTTP_HEAVY: sign-ins,
// archives) are taken only when no prompt one waits, by half and by a quarter of the threads at
// most, and few of them may wait. So a burst of claims, such as follows a restart, never holds up
// results and heartbeats (the lesson of fishtest's server), and neither does a flood of sign-ins,
// nor do they hold up each other.

#include <microhttpd.h>

#include "http/exchange.h"

typedef struct Waiting Waiting;

// Starts the threads; null with a reason. The handler must outlive them.
Waiting *waiting_new(const HttpHandler *handler, int thread_count, Error *error);

// Suspends a connection until its exchange has a reply, and returns true; false if there is no
// room, or the server is closing. Only from a callback of the library.
bool waiting_add(
    Waiting *waiting, struct MHD_Connection *connection, Exchange *exchange, HttpWait wait);

// How many wait or are being answered.
size_t waiting_count(Waiting *waiting);

// Takes nothing more, refuses the yielding and the heavy, and answers the prompt ones for
// `within_ms`; those that are left then are refused. Returns when every connection is resumed.
void waiting_close(Waiting *waiting, int64_t within_ms);

// Closed, or null.
void waiting_free(Waiting *waiting);
