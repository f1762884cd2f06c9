#pragma once
// The JSON interface under /api/v1/, without HTTP: a request in, a reply out.
//
// Nothing here knows of connections, so a test or a fuzzer asks it directly. The routes are a
// table; docs/openapi.json describes them, and tests hold the two against each other. Every reply
// but a stream of events is one JSON document; what went wrong is {"error": {"code", "message"}}.

#include "arena/analyses.h"

#define API_PREFIX "/api/v1/"

typedef struct Api {
    Analyses *analyses;
} Api;

typedef struct ApiRequest {
    Slice method; // HEAD is answered as GET is
    Slice path;   // decoded, without query
    Slice content_type;
    Slice body;
    bool is_too_large;  // there was more of a body than LIMIT_BODY_BYTES
    const char *client; // who asks, for the limits of each
} ApiRequest;

typedef struct ApiReply {
    int status;
    Text body;          // JSON, or empty
    char allow[64];     // the methods of the path, if that is the answer; else empty
    char location[96];  // where the thing made is found; else empty
    int retry_after_s;  // 0: do not say
    Analysis *followed; // held; if not null, its events are the answer
} ApiReply;

typedef struct ApiRoute {
    const char *method;
    const char *path; // below API_PREFIX; {id} stands for one segment
    void (*answer)(Api *api, const ApiRequest *request, Slice id, ApiReply *reply);
} ApiRoute;

// All routes, ended by one without a method.
extern const ApiRoute API_ROUTES[];

// Whether a path belongs to the interface.
bool api_owns(Slice path);

// Answers; release the reply. A followed analysis is the caller's to release.
void api_answer(Api *api, const ApiRequest *request, ApiReply *reply);
void api_reply_release(ApiReply *reply);

// An error as a reply: for whoever refuses a request before it gets here, too.
void api_refuse(ApiReply *reply, int status, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
