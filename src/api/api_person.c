// What a person sees and ends of his own: sessions, tokens, the account.

#include "api/answers.h"
#include "api/api_routes.h"
#include "api/api_status.h"
#include "api/job_input.h"
#include "api/page.h"
#include "arena/accounts.h"
#include "arena/person_tokens.h"
#include "arena/personal_data.h"
#include "http/cookies.h"

// A list of what is somebody's.
typedef struct OwnList {
    const ApiCall *call;
    Page page;
} OwnList;

static void put_session(void *context, const SessionRow *row) {
    OwnList *list = context;
    JsonWriter *json = page_item(&list->page, row->id);
    if (json) {
        json_put_integer(json, "id", row->id);
        json_put_text(json, "address", row->address);
        json_put_text(json, "agent", row->agent);
        json_put_integer(json, "createdMs", row->created_ms);
        json_put_integer(json, "usedMs", row->used_ms);
        json_put_integer(json, "expiresMs", row->expires_ms);
        json_put_boolean(json, "isCurrent", row->id == list->call->session_id);
        page_item_end(&list->page);
    }
}

static bool list_sessions(StoreTx *tx, void *context, Error *error) {
    (void)error;
    OwnList *list = context;
    page_begin(&list->page);
    session_list(
        tx, list->call->person.id, list->page.after, page_rows(&list->page), put_session, list);
    return true;
}

static void put_token(void *context, const PersonTokenRow *row) {
    OwnList *list = context;
    JsonWriter *json = page_item(&list->page, row->id);
    if (json) {
        json_put_integer(json, "id", row->id);
        json_put_text(json, "name", row->name);
        json_put_text(json, "scope", row->scope);
        json_put_integer(json, "createdMs", row->created_ms);
        api_put_time(json, "usedMs", row->used_ms);
        page_item_end(&list->page);
    }
}

static bool list_tokens(StoreTx *tx, void *context, Error *error) {
    (void)error;
    OwnList *list = context;
    page_begin(&list->page);
    person_token_list(
        tx, list->call->person.id, list->page.after, page_rows(&list->page), put_token, list);
    return true;
}

static void answer_list(const ApiCall *call, StoreBody *body, HttpReply *reply) {
    OwnList list = {.call = call};
    if (page_read(&list.page, call, reply)) {
        page_list(&list.page, call, body, &list);
    }
}

void api_person_sessions_get(const ApiCall *call, HttpReply *reply) {
    answer_list(call, list_sessions, reply);
}

void api_person_tokens_get(const ApiCall *call, HttpReply *reply) {
    answer_list(call, list_tokens, reply);
}

// Ends one thing of a person, by its number in the path.
typedef struct PersonEndCall {
    int64_t person_id;
    int64_t id;
    bool (*end)(StoreTx *tx, int64_t person_id, int64_t id);
} PersonEndCall;

static bool end_one(StoreTx *tx, void *context, Error *error) {
    const PersonEndCall *call = context;
    return call->end(tx, call->person_id, call->id) ||
           error_set(error, ERROR_NOT_FOUND, "you have none with that number");
}

static void answer_end(const ApiCall *call, bool (*end)(StoreTx *tx, int64_t person_id, int64_t id),
    HttpReply *reply) {
    Error error;
    PersonEndCall one = {.person_id = call->person.id, .end = end};
    bool is_valid = job_input_id(call->id, &one.id, &error);
    api_answer_change(call, is_valid, end_one, &one, &error, reply);
}

void api_person_sessions_delete(const ApiCall *call, HttpReply *reply) {
    answer_end(call, session_end, reply);
}

void api_person_tokens_delete(const ApiCall *call, HttpReply *reply) {
    answer_end(call, person_token_remove, reply);
}

typedef struct PersonTokenCall {
    int64_t person_id;
    Slice name;
    PersonTokenScope scope;
    char token[PERSON_TOKEN_SIZE];
} PersonTokenCall;

static bool add_token(StoreTx *tx, void *context, Error *error) {
    const PersonTokenCall *call = context;
    return person_token_add(tx, call->person_id, call->name, call->scope, call->token, error);
}

void api_person_tokens_post(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"name", "scope", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    Error error;
    Slice scope;
    PersonTokenCall token = {.person_id = call->person.id};
    person_token_make(token.token);
    bool is_done = job_input_text(body, "name", &token.name, &error) &&
                   job_input_text(body, "scope", &scope, &error) &&
                   (person_token_scope_find(scope, &token.scope) ||
                       error_set(&error, ERROR_BAD_REQUEST, "scope is read or submit")) &&
                   store_transact(api_store(call), STORE_WRITE, add_token, &token, &error);
    json_decref(body);
    if (!is_done) {
        api_refuse(reply, &error);
        return;
    }
    JsonWriter json = http_reply_json(reply, 201);
    json_open_object(&json, NULL);
    json_put_text(&json, "secret", token.token);
    json_close_object(&json);
}

typedef struct ExportCall {
    int64_t person_id;
    HttpReply *reply;
} ExportCall;

static bool export_person(StoreTx *tx, void *context, Error *error) {
    (void)error;
    const ExportCall *call = context;
    JsonWriter json = http_reply_json(call->reply, 200);
    json_open_object(&json, NULL);
    personal_data_export(tx, call->person_id, &json);
    json_close_object(&json);
    return true;
}

void api_person_export(const ApiCall *call, HttpReply *reply) {
    Error error;
    ExportCall one = {call->person.id, reply};
    if (!store_transact(api_store(call), STORE_READ, export_person, &one, &error)) {
        api_refuse(reply, &error);
        return;
    }
    snprintf(reply->attachment, sizeof reply->attachment, "immure-export.json");
}

void api_person_delete(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"password", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    Error error;
    Slice password;
    bool is_done = job_input_text(body, "password", &password, &error) &&
                   accounts_delete(call->api->accounts, &call->person, password, &error);
    json_decref(body);
    if (!is_done) {
        api_refuse(reply, &error);
        return;
    }
    cookie_set(reply, api_session_cookie(call->request), "", call->request->is_secure, 0);
    reply->status = 204;
}
