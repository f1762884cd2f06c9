// What an admin sees: hosts and the audit trail, page by page.

#include "api/answers.h"
#include "api/api_routes.h"
#include "api/api_status.h"
#include "http/query.h"
#include "jobs/audit.h"
#include "jobs/hosts.h"

#define LIST_MAX 1000

// A list under a name, with the number to ask for next.
typedef struct RowList {
    HttpReply *reply;
    const char *name;
    JsonWriter json;
    int64_t next; // the last row so far
    long long limit;
} RowList;

// Reads which rows are wanted; refuses what makes no sense.
static bool list_read(RowList *list, const ApiCall *call, HttpReply *reply, const char *name) {
    long long after = 0;
    Error error;
    *list = (RowList){.reply = reply, .name = name, .limit = LIST_MAX};
    Slice query = call->request->query;
    if (!query_number(query, "after", 0, INT64_MAX, &after, &error) ||
        !query_number(query, "limit", 1, LIST_MAX, &list->limit, &error)) {
        api_refuse(reply, &error);
        return false;
    }
    list->next = after;
    return true;
}

// Begins the list, anew if the store is read again.
static void list_begin(RowList *list) {
    list->json = http_reply_json(list->reply, 200);
    json_open_object(&list->json, NULL);
    json_open_list(&list->json, list->name);
}

static void list_end(RowList *list, bool is_read, const Error *error) {
    if (!is_read) {
        api_refuse(list->reply, error);
        return;
    }
    json_close_list(&list->json);
    json_put_integer(&list->json, "next", list->next);
    json_close_object(&list->json);
}

static void put_host(void *context, const HostRow *row) {
    RowList *list = context;
    if (!row) {
        list_begin(list);
        return;
    }
    JsonWriter *json = &list->json;
    list->next = row->id;
    json_open_object(json, NULL);
    json_put_integer(json, "host", row->id);
    json_put_text(json, "token", row->token);
    json_put_text(json, "name", row->name);
    json_put_text(json, "version", row->version);
    json_put_integer(json, "cores", row->cores);
    json_put_integer(json, "memoryMb", row->memory_mb);
    json_put_integer(json, "sandbox", row->sandbox);
    json_put_real(json, "speed", row->speed, 3);
    json_put_text(json, "state", row->state);
    json_put_text(json, "reason", row->reason);
    json_put_integer(json, "seenMs", row->seen_ms);
    json_put_integer(json, "done", row->done_count);
    json_put_integer(json, "faults", row->fault_count);
    json_put_integer(json, "lost", row->lost_count);
    json_close_object(json);
}

void api_hosts_get(const ApiCall *call, HttpReply *reply) {
    RowList list;
    Error error;
    if (list_read(&list, call, reply, "hosts")) {
        Store *store = api_store(call);
        list_end(&list, host_list(store, list.next, list.limit, put_host, &list, &error), &error);
    }
}

static void put_audit(void *context, const AuditRow *row) {
    RowList *list = context;
    if (!row) {
        list_begin(list);
        return;
    }
    JsonWriter *json = &list->json;
    list->next = row->id;
    json_open_object(json, NULL);
    json_put_integer(json, "id", row->id);
    json_put_integer(json, "atMs", row->at_ms);
    json_put_text(json, "actor", row->actor);
    json_put_text(json, "action", row->action);
    json_put_text(json, "subject", row->subject);
    json_put_text(json, "detail", row->detail);
    json_close_object(json);
}

void api_audit_get(const ApiCall *call, HttpReply *reply) {
    RowList list;
    Error error;
    if (list_read(&list, call, reply, "rows")) {
        Store *store = api_store(call);
        list_end(&list, audit_list(store, list.next, list.limit, put_audit, &list, &error), &error);
    }
}
