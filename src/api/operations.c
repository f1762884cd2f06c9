#include "api/operations.h"

#include "jobs/tokens.h"

#define HEALTH_PATH "/healthz"
#define METRICS_PATH "/metrics"

static bool is_own(Slice path) {
    return slice_is(path, HEALTH_PATH) || slice_is(path, METRICS_PATH);
}

static void answer_health(const Operations *operations, HttpReply *reply) {
    QueueCounts counts = {0};
    Error error;
    bool is_well = !operations->queue || queue_counts(operations->queue, &counts, &error);
    JsonWriter json = http_reply_json(reply, is_well ? 200 : 503);
    json_open_object(&json, NULL);
    json_put_text(&json, "status", is_well ? "ok" : "failing");
    json_put_text(&json, "version", IMMURE_VERSION);
    json_put_text(&json, "store", !operations->queue ? "none" : is_well ? "ok" : "failing");
    if (operations->queue && is_well) {
        json_put_integer(&json, "workers", counts.hosts);
    } else if (!is_well) {
        json_put_text(&json, "reason", error_code_name(error.reason.code));
    }
    json_close_object(&json);
}

static bool is_admin(const Operations *operations, const HttpRequest *request) {
    Token token;
    return operations->queue && request->token.size > 0 &&
           token_find(queue_store(operations->queue), request->token, &token, NULL) &&
           token.scope == SCOPE_ADMIN;
}

static void answer_metrics(
    const Operations *operations, const HttpRequest *request, HttpReply *reply) {
    if (!request->is_local && !is_admin(operations, request)) {
        Error error;
        error_set(&error, ERROR_FORBIDDEN, "metrics are for this machine and for admins");
        http_refuse(reply, 403, &error);
        return;
    }
    reply->status = 200;
    reply->content_type = "text/plain; version=0.0.4; charset=utf-8";
    metrics_write(operations->metrics, &reply->body);
}

static bool owns(void *context, Slice path) {
    const Operations *operations = context;
    return is_own(path) || operations->interface.owns(operations->interface.context, path);
}

static size_t body_limit(void *context, const HttpRequest *head) {
    const Operations *operations = context;
    return is_own(head->path)
               ? 0
               : operations->interface.body_limit(operations->interface.context, head);
}

// Both ask the store.
static HttpWait waits(void *context, const HttpRequest *request) {
    const Operations *operations = context;
    return is_own(request->path)
               ? HTTP_WAITS
               : operations->interface.waits(operations->interface.context, request);
}

static void answer(void *context, const HttpRequest *request, HttpReply *reply) {
    const Operations *operations = context;
    if (!is_own(request->path)) {
        operations->interface.answer(operations->interface.context, request, reply);
        return;
    }
    http_reply_init(reply);
    if (!slice_is(request->method, "GET") && !slice_is(request->method, "HEAD")) {
        Error error;
        snprintf(reply->allow, sizeof reply->allow, "GET, HEAD");
        error_set(&error, ERROR_METHOD_NOT_ALLOWED, "this path is only read");
        http_refuse(reply, 405, &error);
    } else if (slice_is(request->path, HEALTH_PATH)) {
        answer_health(operations, reply);
    } else {
        answer_metrics(operations, request, reply);
    }
}

static void tick(void *context, int64_t now_ms) {
    const Operations *operations = context;
    operations->interface.tick(operations->interface.context, now_ms);
}

static void close_interface(void *context) {
    const Operations *operations = context;
    operations->interface.close(operations->interface.context);
}

HttpHandler operations_handler(Operations *operations) {
    return (HttpHandler){
        .context = operations,
        .owns = owns,
        .body_limit = body_limit,
        .waits = waits,
        .answer = answer,
        .tick = tick,
        .close = close_interface,
    };
}
