#include "arena/api.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "arena/api_routes.h"
#include "arena/json_input.h"
#include "arena/limits.h"

const ApiRoute API_ROUTES[] = {
    {"GET", "about", api_about},
    {"GET", "games", api_games},
    {"GET", "engines", api_engines},
    {"GET", "openapi.json", api_openapi},
    {"POST", "positions", api_positions},
    {"POST", "conversions", api_conversions},
    {"POST", "analyses", api_analyses_post},
    {"GET", "analyses/{id}", api_analyses_get},
    {"DELETE", "analyses/{id}", api_analyses_delete},
    {"GET", "analyses/{id}/events", api_analyses_events},
    {0},
};

bool api_owns(Slice path) {
    return slice_starts(path, "/api/") || slice_is(path, "/api");
}

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

void api_answer(Api *api, const ApiRequest *request, ApiReply *reply) {
    *reply = (ApiReply){0};
    text_init(&reply->body);
    Slice path = request->path;
    Slice method = slice_is(request->method, "HEAD") ? slice_from("GET") : request->method;
    path = slice_starts(path, API_PREFIX) ? slice_skip(path, strlen(API_PREFIX)) : (Slice){0};
    char allow[sizeof reply->allow] = "";
    for (const ApiRoute *route = API_ROUTES; route->method; route++) {
        Slice id = {0};
        if (!path.data || !matches(route->path, path, &id)) {
            continue;
        }
        if (slice_is(method, route->method)) {
            route->answer(api, request, id, reply);
            return;
        }
        add_method(allow, sizeof allow, route->method);
        if (strcmp(route->method, "GET") == 0) {
            add_method(allow, sizeof allow, "HEAD");
        }
    }
    if (!*allow) {
        char quoted[SLICE_QUOTE_SIZE];
        api_refuse(reply, 404, "not-found", "there is no %s", slice_quote(request->path, quoted));
        return;
    }
    add_method(allow, sizeof allow, "OPTIONS");
    if (slice_is(method, "OPTIONS")) {
        reply->status = 204;
    } else {
        char quoted[SLICE_QUOTE_SIZE];
        api_refuse(reply, 405, "method-not-allowed", "%s is not for this path, but %s are",
            slice_quote(request->method, quoted), allow);
    }
    memcpy(reply->allow, allow, sizeof allow);
}

void api_reply_release(ApiReply *reply) {
    text_release(&reply->body);
}

void api_reply(ApiReply *reply, int status, json_t *document) {
    char *text = document ? json_dumps(document, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
    if (!text) {
        abort();
    }
    reply->status = status;
    text_clear(&reply->body);
    text_addf(&reply->body, "%s\n", text);
    free(text);
    json_decref(document);
}

void api_refuse(ApiReply *reply, int status, const char *code, const char *format, ...) {
    char message[sizeof(Error) + SLICE_QUOTE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    api_reply(reply, status, json_pack("{s:{s:s s:s}}", "error", "code", code, "message", message));
}

// `application/json`, in any case, with or without parameters.
static bool is_json(Slice type) {
    Slice name;
    return slice_next(&type, ";", &name) &&
           (name = slice_trim(name)).size == strlen("application/json") &&
           strncasecmp(name.data, "application/json", name.size) == 0;
}

json_t *api_read_body(const ApiRequest *request, const char *const *names, ApiReply *reply) {
    if (request->is_too_large) {
        api_refuse(reply, 413, "too-large", "a body has at most %u bytes", LIMIT_BODY_BYTES);
        return NULL;
    }
    // A page of another origin cannot send this type unasked, so it cannot use a visitor's browser.
    if (!is_json(request->content_type)) {
        api_refuse(reply, 415, "unsupported-type", "the body's type must be application/json");
        return NULL;
    }
    Error error;
    json_t *object = json_input_read(request->body, &error);
    if (!object) {
        api_refuse(reply, 400, "bad-json", "%s", error.text);
        return NULL;
    }
    if (!json_input_check(object, names, &error)) {
        api_refuse(reply, 400, "bad-request", "%s", error.text);
        json_decref(object);
        return NULL;
    }
    return object;
}
