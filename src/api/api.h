#pragma once
// The JSON interface under /api/v1/: the routes, without connections (http/handler.h).
//
// The routes are a table; docs/openapi.json describes them, and tests hold the two against each
// other. The table also says who may ask: it is the only place where that is decided
// (api_rights.c does it). Every reply is one JSON document, but for a stream of events, a source
// file and a blob; what went wrong is {"error": {"code", "arguments", "places", "text"}}.
//
// A new route states who may call it, here and in tests/unit/api/api_rights_test.c:
//
//     {"GET", "bots", api_bots_get, API_PUBLIC, HTTP_WAITS, SMALL},
//     {"POST", "bots", api_bots_post, API_PERSON | API_SUBMIT, HTTP_WAITS, LIMIT_SOURCE_BYTES},
//     {"GET", "course", api_course_get, API_TEACHER, HTTP_WAITS, SMALL},
//
// `call->person` is the caller. Its id is 0 without a session or a token, which only API_PUBLIC
// allows. arena/rights.h decides what the caller may see and change. Requests that change something
// have been checked against cross-site request forgery before the route is called.

#include "api/analyses.h"
#include "api/standings_cache.h"
#include "api/watches.h"
#include "arena/accounts.h"
#include "arena/live.h"
#include "arena/rooms.h"
#include "arena/steward.h"
#include "http/handler.h"
#include "jobs/queue.h"
#include "jobs/tokens.h"

#define API_PREFIX "/api/v1/"

typedef struct Api {
    Analyses *analyses;
    Queue *queue;       // null: this server has no store, and nobody gets a token accepted
    Accounts *accounts; // null without a store, as the next four
    Live *live;
    Rooms *rooms;
    StandingsCache *standings;
    Watches *watches;
    Steward *steward; // woken when a job has ended; may be null
    Slice replay;     // the script of reports (match/report.h); may be empty
} Api;

// A request to a route.
typedef struct ApiCall {
    Api *api;
    const HttpRequest *request;
    Slice id;           // what stands for {id} in the path
    Token token;        // of the machine that asks, where the route lets one in
    Person person;      // the caller; id 0: not signed in
    int64_t session_id; // of the caller; 0: he uses a personal token
} ApiCall;

// Who may call a route, as bits: machines by the scope of their token (SCOPE_*), people by their
// role, and visitors who are neither.
#define API_TOKENS (SCOPE_WORKER | SCOPE_CLIENT | SCOPE_ADMIN)
#define API_ADMIN 8u
#define API_TEACHER (16u | API_ADMIN)
#define API_PERSON (32u | API_TEACHER)
#define API_ANYONE (API_TOKENS | API_PERSON | 64u)
// Anyone, and the route is told who it is. It needs the store: NO_STORE where there is none.
#define API_PUBLIC (API_ANYONE | 256u)
// A person's token of scope `submit` may, too: it and `read` may only GET elsewhere.
#define API_SUBMIT 128u

typedef struct ApiRoute {
    const char *method;
    const char *path; // below API_PREFIX; {id} stands for one segment
    void (*answer)(const ApiCall *call, HttpReply *reply);
    unsigned who;      // may ask, as bits; none: nobody, until somebody has thought about it
    HttpWait wait;     // whether the answer may wait; always but for API_ANYONE
    size_t body_bytes; // at most
} ApiRoute;

// All routes, ended by one without a method.
extern const ApiRoute API_ROUTES[];

// Initialises the reply and answers; release the reply. A feed is the caller's to release.
void api_answer(Api *api, const HttpRequest *request, HttpReply *reply);

// The interface as the server takes it. The source of its feeds is an Analysis.
HttpHandler api_handler(Api *api);
