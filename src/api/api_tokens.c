// Tokens for an admin: a store in SQLite has one writer, and that is the server.

#include "api/answers.h"
#include "api/api_routes.h"
#include "api/api_status.h"
#include "api/job_input.h"
#include "jobs/trust.h"

void api_tokens_post(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"name", "scope", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    Slice name;
    Slice scope_name;
    char secret[SECRET_SIZE];
    Error error;
    bool is_done = job_input_text(body, "name", &name, &error) &&
                   job_input_text(body, "scope", &scope_name, &error);
    TokenScope scope = is_done ? token_scope_find(scope_name) : 0;
    if (is_done && scope == 0) {
        is_done = error_set(&error, ERROR_BAD_REQUEST, "scope is worker, client or admin");
    }
    is_done = is_done && token_add(api_store(call), name, scope, secret, &error);
    json_decref(body);
    if (!is_done) {
        api_refuse(reply, &error);
        return;
    }
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_put_text(&json, "token", secret);
    json_close_object(&json);
}

typedef struct List {
    HttpReply *reply;
    JsonWriter json;
} List;

static void put_token(void *context, const TokenRow *row) {
    List *list = context;
    if (!row) {
        list->json = http_reply_json(list->reply, 200);
        json_open_object(&list->json, NULL);
        json_open_list(&list->json, "tokens");
        return;
    }
    json_open_object(&list->json, NULL);
    json_put_text(&list->json, "name", row->name);
    json_put_text(&list->json, "scope", row->scope);
    json_put_integer(&list->json, "createdMs", row->created_ms);
    api_put_time(&list->json, "usedMs", row->used_ms);
    api_put_time(&list->json, "revokedMs", row->revoked_ms);
    json_put_text(&list->json, "aside", row->aside_reason);
    json_close_object(&list->json);
}

void api_tokens_get(const ApiCall *call, HttpReply *reply) {
    List list = {.reply = reply};
    Error error;
    if (!token_list(api_store(call), put_token, &list, &error)) {
        api_refuse(reply, &error);
        return;
    }
    json_close_list(&list.json);
    json_close_object(&list.json);
}

// Does something to the token of the path.
static void change(const ApiCall *call, bool (*step)(Store *, Slice, Error *), HttpReply *reply) {
    Error error;
    if (!step(api_store(call), call->id, &error)) {
        api_refuse(reply, &error);
        return;
    }
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_close_object(&json);
}

void api_tokens_delete(const ApiCall *call, HttpReply *reply) {
    change(call, token_revoke, reply);
}

void api_tokens_reinstate(const ApiCall *call, HttpReply *reply) {
    change(call, trust_reinstate, reply);
}
