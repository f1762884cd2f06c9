#pragma once
// The JSON interface under /api/v1/: the routes, without connections (http/handler.h).
//
// The routes are a table; docs/openapi.json describes them, and tests hold the two against each
// other. The table also says who may ask: it is the only place where that is decided. Every reply
// is one JSON document, but for a stream of events, a source file and a blob; what went wrong is
// {"error": {"code", "arguments", "places", "text"}}.

#include "api/analyses.h"
#include "http/handler.h"
#include "jobs/queue.h"
#include "jobs/tokens.h"

#define API_PREFIX "/api/v1/"

typedef struct Api {
    Analyses *analyses;
    Queue *queue; // null: this server has no store, and nobody gets a token accepted
} Api;

// A request to a route.
typedef struct ApiCall {
    Api *api;
    const HttpRequest *request;
    Slice id;    // what stands for {id} in the path
    Token token; // of whoever asks, where the route wants one
} ApiCall;

// Every scope of tokens, and those who have none.
#define API_TOKENS (SCOPE_WORKER | SCOPE_CLIENT | SCOPE_ADMIN)
#define API_ANYONE (API_TOKENS | 8u)

typedef struct ApiRoute {
    const char *method;
    const char *path; // below API_PREFIX; {id} stands for one segment
    void (*answer)(const ApiCall *call, HttpReply *reply);
    unsigned scopes;   // who may ask, as bits; none: nobody, until somebody has thought about it
    HttpWait wait;     // whether the answer may wait
    size_t body_bytes; // at most
} ApiRoute;

// All routes, ended by one without a method.
extern const ApiRoute API_ROUTES[];

// Initialises the reply and answers; release the reply. A feed is the caller's to release.
void api_answer(Api *api, const HttpRequest *request, HttpReply *reply);

// The interface as the server takes it. The source of its feeds is an Analysis.
HttpHandler api_handler(Api *api);
