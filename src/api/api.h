#pragma once
// The JSON interface under /api/v1/: the routes, without connections (http/handler.h).
//
// The routes are a table; docs/openapi.json describes them, and tests hold the two against each
// other. Every reply is one JSON document, but for a stream of events and a source file; what went
// wrong is {"error": {"code", "arguments", "places", "text"}}.

#include "api/analyses.h"
#include "http/handler.h"

#define API_PREFIX "/api/v1/"

typedef struct Api {
    Analyses *analyses;
} Api;

typedef struct ApiRoute {
    const char *method;
    const char *path; // below API_PREFIX; {id} stands for one segment
    void (*answer)(Api *api, const HttpRequest *request, Slice id, HttpReply *reply);
    size_t body_bytes; // at most; 0: LIMIT_BODY_BYTES
    HttpWait wait;     // whether the answer may wait
} ApiRoute;

// All routes, ended by one without a method.
extern const ApiRoute API_ROUTES[];

// Initialises the reply and answers; release the reply. A feed is the caller's to release.
void api_answer(Api *api, const HttpRequest *request, HttpReply *reply);

// The interface as the server takes it. The source of its feeds is an Analysis.
HttpHandler api_handler(Api *api);
