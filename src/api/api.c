#include "api/api.h"

#include <string.h>

#include "api/api_routes.h"
#include "api/json_input.h"
#include "http/limits.h"

const ApiRoute API_ROUTES[] = {
    {.method = "GET", .path = "about", .answer = api_about},
    {.method = "GET", .path = "games", .answer = api_games},
    {.method = "GET", .path = "engines", .answer = api_engines},
    {.method = "GET", .path = "openapi.json", .answer = api_openapi},
    {.method = "GET", .path = "submissions/{id}", .answer = api_submissions},
    {.method = "POST", .path = "positions", .answer = api_positions},
    {.method = "POST", .path = "conversions", .answer = api_conversions},
    {.method = "POST", .path = "analyses", .answer = api_analyses_post},
    {.method = "GET", .path = "analyses/{id}", .answer = api_analyses_get},
    {.method = "DELETE", .path = "analyses/{id}", .answer = api_analyses_delete},
    {.method = "GET", .path = "analyses/{id}/events", .answer = api_analyses_events},
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

typedef char Allow[sizeof((HttpReply *)0)->allow];

// The route of a request; or null, with the methods of its path.
static const ApiRoute *find_route(const HttpRequest *request, Slice *id, Allow allow) {
    Slice path = request->path;
    Slice method = slice_is(request->method, "HEAD") ? slice_from("GET") : request->method;
    path = slice_starts(path, API_PREFIX) ? slice_skip(path, strlen(API_PREFIX)) : (Slice){0};
    *allow = '\0';
    for (const ApiRoute *route = API_ROUTES; route->method; route++) {
        *id = (Slice){0};
        if (!path.data || !matches(route->path, path, id)) {
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
    Slice id;
    Error error;
    const ApiRoute *route = find_route(request, &id, allow);
    if (route) {
        route->answer(api, request, id, reply);
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
    return route && route->body_bytes > 0 ? route->body_bytes : LIMIT_BODY_BYTES;
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
