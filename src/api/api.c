#include "api/api.h"

#include <string.h>

#include "api/api_routes.h"
#include "api/api_status.h"
#include "api/json_input.h"
#include "api/limits.h"
#include "http/limits.h"
#include "store/blobs.h"

#define CLIENTS (SCOPE_CLIENT | SCOPE_ADMIN)
#define ADMINS (SCOPE_ADMIN | API_ADMIN)
#define SMALL LIMIT_BODY_BYTES

// Claims and hellos yield: hosts that come back all at once must not keep beats and results
// waiting. What hashes a password (60 ms), writes a submission (20 ms) or gathers many rows is
// heavy.
const ApiRoute API_ROUTES[] = {
    {"GET", "about", api_about, API_ANYONE, HTTP_AT_ONCE, SMALL},
    {"GET", "rules", api_rules, API_ANYONE, HTTP_AT_ONCE, SMALL},
    {"GET", "engines", api_engines, API_ANYONE, HTTP_AT_ONCE, SMALL},
    {"GET", "openapi.json", api_openapi, API_ANYONE, HTTP_AT_ONCE, SMALL},
    {"GET", "submissions/{id}", api_submissions, API_ANYONE, HTTP_HEAVY, SMALL},
    {"POST", "positions", api_positions, API_ANYONE, HTTP_AT_ONCE, SMALL},
    {"POST", "conversions", api_conversions, API_ANYONE, HTTP_AT_ONCE, SMALL},
    {"POST", "analyses", api_analyses_post, API_ANYONE, HTTP_AT_ONCE, SMALL},
    {"GET", "analyses/{id}", api_analyses_get, API_ANYONE, HTTP_AT_ONCE, SMALL},
    {"DELETE", "analyses/{id}", api_analyses_delete, API_ANYONE, HTTP_AT_ONCE, SMALL},
    {"GET", "analyses/{id}/events", api_analyses_events, API_ANYONE, HTTP_AT_ONCE, SMALL},
    {"GET", "live", api_live_get, API_PUBLIC, HTTP_WAITS, SMALL},
    {"GET", "live/events", api_live_events, API_PUBLIC, HTTP_WAITS, SMALL},
    {"GET", "live/{id}/events", api_live_game_events, API_PUBLIC, HTTP_WAITS, SMALL},
    {"GET", "session", api_session_get, API_PUBLIC, HTTP_WAITS, SMALL},
    {"POST", "session", api_session_post, API_PUBLIC, HTTP_HEAVY, SMALL},
    {"DELETE", "session", api_session_delete, API_PERSON, HTTP_WAITS, SMALL},
    {"GET", "people", api_people_get, API_TEACHER, HTTP_WAITS, SMALL},
    {"POST", "people", api_people_post, API_PUBLIC, HTTP_HEAVY, SMALL},
    {"POST", "people/setup", api_people_setup, API_PUBLIC, HTTP_HEAVY, SMALL},
    {"POST", "people/password", api_people_password, API_PUBLIC, HTTP_HEAVY, SMALL},
    {"PATCH", "people/{id}", api_people_patch, API_ADMIN, HTTP_WAITS, SMALL},
    {"POST", "people/{id}/reset", api_people_reset, API_TEACHER, HTTP_WAITS, SMALL},
    {"DELETE", "person", api_person_delete, API_PERSON, HTTP_HEAVY, SMALL},
    {"GET", "person/export", api_person_export, API_PERSON, HTTP_HEAVY, SMALL},
    {"GET", "person/sessions", api_person_sessions_get, API_PERSON, HTTP_WAITS, SMALL},
    {"DELETE", "person/sessions/{id}", api_person_sessions_delete, API_PERSON, HTTP_WAITS, SMALL},
    {"GET", "person/tokens", api_person_tokens_get, API_PERSON, HTTP_WAITS, SMALL},
    {"POST", "person/tokens", api_person_tokens_post, API_PERSON, HTTP_WAITS, SMALL},
    {"DELETE", "person/tokens/{id}", api_person_tokens_delete, API_PERSON, HTTP_WAITS, SMALL},
    {"GET", "invitations", api_invitations_get, API_TEACHER, HTTP_WAITS, SMALL},
    {"POST", "invitations", api_invitations_post, API_TEACHER, HTTP_WAITS, SMALL},
    {"DELETE", "invitations/{id}", api_invitations_delete, API_TEACHER, HTTP_WAITS, SMALL},
    {"GET", "site", api_site_get, API_PUBLIC, HTTP_WAITS, SMALL},
    {"PATCH", "site", api_site_patch, API_ADMIN, HTTP_WAITS, SMALL},
    {"GET", "ladders", api_ladders_list, API_PUBLIC, HTTP_WAITS, SMALL},
    {"GET", "ladders/{id}", api_ladders_get, API_PUBLIC, HTTP_WAITS, SMALL},
    {"PATCH", "ladders/{id}", api_ladders_patch, API_ADMIN, HTTP_WAITS, SMALL},
    {"GET", "ladders/{id}/waiting", api_ladders_waiting, API_PUBLIC, HTTP_WAITS, SMALL},
    {"GET", "bots/{id}/history", api_bots_history, API_PUBLIC, HTTP_WAITS, SMALL},
    {"GET", "bots/{id}/opponents", api_bots_opponents, API_PUBLIC, HTTP_WAITS, SMALL},
    {"GET", "bots/{id}/changes", api_bots_changes, API_PUBLIC, HTTP_WAITS, SMALL},

    {"GET", "bots", api_bots_list, API_PUBLIC, HTTP_WAITS, SMALL},
    {"POST", "bots", api_bots_post, API_PERSON | API_SUBMIT, HTTP_WAITS, LIMIT_SOURCE_BYTES},
    {"GET", "bots/{id}", api_bots_get, API_PUBLIC, HTTP_WAITS, SMALL},
    {"PATCH", "bots/{id}", api_bots_patch, API_PERSON | API_SUBMIT, HTTP_WAITS, SMALL},
    {"POST", "bots/{id}/versions", api_bots_versions, API_PERSON | API_SUBMIT, HTTP_WAITS,
        LIMIT_SOURCE_BYTES},
    {"GET", "versions/{id}", api_versions_get, API_PUBLIC, HTTP_WAITS, SMALL},
    {"GET", "versions/{id}/events", api_versions_events, API_PERSON, HTTP_WAITS, SMALL},
    {"GET", "versions/{id}/source", api_versions_source, API_PUBLIC, HTTP_WAITS, SMALL},
    {"POST", "requests", api_requests_post, API_PERSON | API_SUBMIT, HTTP_WAITS, SMALL},
    {"GET", "requests/{id}", api_requests_get, API_PERSON, HTTP_WAITS, SMALL},
    {"GET", "requests/{id}/events", api_requests_events, API_PERSON, HTTP_WAITS, SMALL},
    {"GET", "games", api_games_list, API_PUBLIC, HTTP_WAITS, SMALL},
    {"GET", "games/archive", api_games_archive, API_PUBLIC, HTTP_HEAVY, SMALL},
    {"GET", "games/{id}", api_games_get, API_PUBLIC, HTTP_WAITS, SMALL},
    {"GET", "games/{id}/record", api_games_record, API_PUBLIC, HTTP_WAITS, SMALL},
    {"GET", "games/{id}/log", api_games_log, API_PERSON, HTTP_WAITS, SMALL},
    {"POST", "rooms", api_rooms_post, API_PUBLIC, HTTP_WAITS, SMALL},
    {"GET", "rooms/{id}", api_rooms_get, API_PUBLIC, HTTP_WAITS, SMALL},
    {"GET", "rooms/{id}/events", api_rooms_events, API_PUBLIC, HTTP_WAITS, SMALL},
    {"POST", "rooms/{id}/join", api_rooms_join, API_PUBLIC, HTTP_WAITS, SMALL},
    {"POST", "rooms/{id}/moves", api_rooms_moves, API_PUBLIC, HTTP_WAITS, SMALL},
    {"POST", "rooms/{id}/actions", api_rooms_actions, API_PUBLIC, HTTP_WAITS, SMALL},
    {"GET", "contests", api_contests_get, API_PUBLIC, HTTP_WAITS, SMALL},
    {"POST", "contests", api_contests_post, API_TEACHER | API_SUBMIT, HTTP_WAITS, SMALL},
    {"GET", "contests/{id}", api_contest_get, API_PUBLIC, HTTP_WAITS, SMALL},
    {"PATCH", "contests/{id}", api_contest_patch, API_TEACHER | API_SUBMIT, HTTP_WAITS, SMALL},
    {"POST", "contests/{id}/entries", api_contest_entries_post, API_PERSON | API_SUBMIT, HTTP_WAITS,
        SMALL},
    {"DELETE", "contests/{id}/entries", api_contest_entries_delete, API_PERSON | API_SUBMIT,
        HTTP_WAITS, SMALL},
    {"POST", "contests/{id}/disqualifications", api_contest_disqualifications_post,
        API_TEACHER | API_SUBMIT, HTTP_WAITS, SMALL},
    {"GET", "contests/{id}/standings", api_contest_standings_get, API_PUBLIC, HTTP_WAITS, SMALL},
    {"GET", "contests/{id}/standings.csv", api_contest_csv_get, API_PUBLIC, HTTP_HEAVY, SMALL},
    {"GET", "contests/{id}/report", api_contest_report_get, API_PUBLIC, HTTP_HEAVY, SMALL},
    {"GET", "course", api_course_get, API_TEACHER, HTTP_WAITS, SMALL},
    {"GET", "course.csv", api_course_csv_get, API_TEACHER, HTTP_WAITS, SMALL},
    {"GET", "course/marks", api_course_marks_get, API_TEACHER, HTTP_WAITS, SMALL},
    {"PUT", "course/marks", api_course_marks_put, API_TEACHER | API_SUBMIT, HTTP_WAITS, SMALL},
    {"GET", "similarities", api_similarities_get, API_TEACHER, HTTP_WAITS, SMALL},
    {"GET", "similarities/{id}", api_similarity_get, API_TEACHER, HTTP_WAITS, SMALL},
    {"POST", "hosts", api_hosts_post, SCOPE_WORKER, HTTP_YIELDS, SMALL},
    {"POST", "claims", api_claims_post, SCOPE_WORKER, HTTP_YIELDS, SMALL},
    {"POST", "beats", api_beats_post, SCOPE_WORKER, HTTP_WAITS, LIMIT_BEATS_BYTES},
    {"POST", "jobs/{id}/result", api_jobs_result, SCOPE_WORKER, HTTP_WAITS, LIMIT_RESULT_BYTES},
    {"POST", "jobs/{id}/return", api_jobs_return, SCOPE_WORKER, HTTP_WAITS, SMALL},
    {"POST", "jobs/{id}/turn", api_jobs_turn, SCOPE_WORKER, HTTP_WAITS, SMALL},
    {"GET", "blobs/{id}", api_blobs_get, API_TOKENS, HTTP_WAITS, SMALL},
    {"PUT", "blobs/{id}", api_blobs_put, API_TOKENS, HTTP_WAITS, BLOB_SIZE_MAX},
    {"POST", "groups", api_groups_post, CLIENTS, HTTP_WAITS, SMALL},
    {"POST", "groups/{id}/jobs", api_groups_jobs, CLIENTS, HTTP_WAITS, LIMIT_JOBS_BYTES},
    {"GET", "groups/{id}/results", api_groups_results, CLIENTS, HTTP_WAITS, SMALL},
    {"GET", "groups/{id}/running", api_groups_running, CLIENTS, HTTP_WAITS, SMALL},
    {"DELETE", "groups/{id}", api_groups_delete, CLIENTS, HTTP_WAITS, SMALL},
    {"GET", "hosts", api_hosts_get, ADMINS, HTTP_WAITS, SMALL},
    {"GET", "audit", api_audit_get, ADMINS, HTTP_WAITS, SMALL},
    {"GET", "tokens", api_tokens_get, ADMINS, HTTP_WAITS, SMALL},
    {"POST", "tokens", api_tokens_post, ADMINS, HTTP_WAITS, SMALL},
    {"DELETE", "tokens/{id}", api_tokens_delete, ADMINS, HTTP_WAITS, SMALL},
    {"POST", "tokens/{id}/reinstate", api_tokens_reinstate, ADMINS, HTTP_WAITS, SMALL},
    {0},
};

// Whether a path, without its prefix, is a route's; `{id}` matches a segment that is not empty.
static bool matches(const char *pattern, Slice path, Slice *id) {
    const char *hole = strstr(pattern, "{id}");
    if (!hole) {
        return slice_is(path, pattern);
    }
    size_t before = (size_t)(hole - pattern);
    if (path.size <= before || memcmp(path.data, pattern, before) != 0) {
        return false;
    }
    Slice rest = slice_skip(path, before);
    const char *slash = memchr(rest.data, '/', rest.size);
    size_t size = slash ? (size_t)(slash - rest.data) : rest.size;
    *id = (Slice){rest.data, size};
    return size > 0 && slice_is(slice_skip(rest, size), hole + strlen("{id}"));
}

static void add_method(char *allow, size_t size, const char *method) {
    size_t used = strlen(allow);
    snprintf(allow + used, size - used, "%s%s", used > 0 ? ", " : "", method);
}

// Whether some route has this very path: then {id} of others does not stand for its last segment.
static bool is_literal(Slice path) {
    const ApiRoute *route = API_ROUTES;
    while (route->method && !slice_is(path, route->path)) {
        route++;
    }
    return route->method != NULL;
}

typedef char Allow[sizeof((HttpReply *)0)->allow];

// The route of a request; or null, with the methods of its path.
static const ApiRoute *find_route(const HttpRequest *request, Slice *id, Allow allow) {
    Slice path = request->path;
    Slice method = slice_is(request->method, "HEAD") ? slice_from("GET") : request->method;
    path = slice_starts(path, API_PREFIX) ? slice_skip(path, strlen(API_PREFIX)) : (Slice){0};
    *allow = '\0';
    bool is_exact = path.data && is_literal(path);
    for (const ApiRoute *route = API_ROUTES; route->method; route++) {
        *id = (Slice){0};
        if (!path.data || (is_exact && !slice_is(path, route->path)) ||
            !matches(route->path, path, id)) {
            continue;
        }
        if (slice_is(method, route->method)) {
            return route;
        }
        add_method(allow, sizeof(Allow), route->method);
        if (strcmp(route->method, "GET") == 0) {
            add_method(allow, sizeof(Allow), "HEAD");
        }
    }
    return NULL;
}

void api_answer(Api *api, const HttpRequest *request, HttpReply *reply) {
    http_reply_init(reply);
    Allow allow;
    Error error;
    ApiCall call = {.api = api, .request = request};
    const ApiRoute *route = find_route(request, &call.id, allow);
    if (route) {
        if (api_let_in(route, &call, &error)) {
            reply->route = route->path;
            route->answer(&call, reply);
        } else {
            api_refuse(reply, &error);
        }
        return;
    }
    if (!*allow) {
        char quoted[SLICE_QUOTE_SIZE];
        error_set(&error, ERROR_NOT_FOUND, "there is no %s", slice_quote(request->path, quoted));
        http_refuse(reply, 404, &error);
        return;
    }
    add_method(allow, sizeof allow, "OPTIONS");
    if (slice_is(request->method, "OPTIONS")) {
        reply->status = 204;
    } else {
        char quoted[SLICE_QUOTE_SIZE];
        error_set(&error, ERROR_METHOD_NOT_ALLOWED, "%s is not for this path, but %s are",
            slice_quote(request->method, quoted), allow);
        http_refuse(reply, 405, &error);
    }
    memcpy(reply->allow, allow, sizeof allow);
}

// `application/json`, in any case, with or without parameters.
static bool is_json(Slice type) {
    Slice name;
    return slice_next(&type, ";", &name) &&
           (name = slice_trim(name)).size == strlen("application/json") &&
           strncasecmp(name.data, "application/json", name.size) == 0;
}

json_t *api_read_body(const HttpRequest *request, const char *const *names, HttpReply *reply) {
    Error error;
    if (request->is_too_large) {
        http_refuse_body(reply, request->body_limit);
        return NULL;
    }
    // A page of another origin cannot send this type unasked, so it cannot use a visitor's browser.
    if (!is_json(request->content_type)) {
        error_set(&error, ERROR_UNSUPPORTED_TYPE, "the body's type must be application/json");
        http_refuse(reply, 415, &error);
        return NULL;
    }
    json_t *object = json_input_read(request->body, &error);
    if (!object) {
        http_refuse(reply, 400, &error);
        return NULL;
    }
    if (!json_input_check(object, names, &error)) {
        http_refuse(reply, 400, &error);
        json_decref(object);
        return NULL;
    }
    return object;
}

static bool handler_owns(void *api, Slice path) {
    (void)api;
    return slice_starts(path, "/api/") || slice_is(path, "/api");
}

static const ApiRoute *route_of(const HttpRequest *request) {
    Allow allow;
    Slice id;
    return find_route(request, &id, allow);
}

static size_t handler_body_limit(void *api, const HttpRequest *head) {
    (void)api;
    const ApiRoute *route = route_of(head);
    return route ? route->body_bytes : LIMIT_BODY_BYTES;
}

static HttpWait handler_waits(void *api, const HttpRequest *request) {
    (void)api;
    const ApiRoute *route = route_of(request);
    return route ? route->wait : HTTP_AT_ONCE;
}

static void handler_answer(void *api, const HttpRequest *request, HttpReply *reply) {
    api_answer(api, request, reply);
}

static void handler_tick(void *api, int64_t now_ms) {
    analyses_tend(((Api *)api)->analyses, now_ms);
}

static void handler_close(void *api) {
    analyses_close(((Api *)api)->analyses);
}

HttpHandler api_handler(Api *api) {
    return (HttpHandler){
        .context = api,
        .owns = handler_owns,
        .body_limit = handler_body_limit,
        .waits = handler_waits,
        .answer = handler_answer,
        .tick = handler_tick,
        .close = handler_close,
    };
}
