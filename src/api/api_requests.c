// The routes about games that somebody asks for.

#include "api/answers.h"
#include "api/api_routes.h"
#include "api/arena_json.h"
#include "api/job_input.h"

static bool show_request(StoreTx *tx, void *context, Error *error) {
    const ApiItem *item = context;
    JsonWriter json = http_reply_json(item->reply, 200);
    return put_request(tx, &json, NULL, item->id, error);
}

void api_requests_get(const ApiCall *call, HttpReply *reply) {
    api_show(call, show_request, reply);
}

static bool write_request(
    StoreTx *tx, int64_t id, const Person *person, Text *out, bool *is_over, Error *error) {
    (void)person;
    JsonWriter json = {.out = out};
    GameRequest request;
    if (!request_find(tx, id, &request, error)) {
        return false;
    }
    *is_over = request.ended_ms != 0;
    request_release(&request);
    return put_request(tx, &json, NULL, id, error);
}

void api_requests_events(const ApiCall *call, HttpReply *reply) {
    api_follow(call, write_request, reply);
}

typedef struct RequestCall {
    const Person *person;
    RequestInput input;
    HttpReply *reply;
} RequestCall;

static bool make_request(StoreTx *tx, void *context, Error *error) {
    const RequestCall *call = context;
    int64_t id = request_add(tx, call->person, &call->input, error);
    if (id == 0) {
        return false;
    }
    JsonWriter json = http_reply_json(call->reply, 201);
    json_open_object(&json, NULL);
    bool is_put = put_request(tx, &json, "request", id, error);
    json_close_object(&json);
    snprintf(call->reply->location, sizeof call->reply->location, API_PREFIX "requests/%lld",
        (long long)id);
    return is_put;
}

void api_requests_post(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"first", "second", "pairs", "timeMs", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    json_int_t numbers[4] = {0, 0, 1, 0};
    Error error;
    bool is_valid = job_input_number(body, "first", 1, INT64_MAX, &numbers[0], &error) &&
                    job_input_number(body, "second", 1, INT64_MAX, &numbers[1], &error) &&
                    json_input_number(body, "pairs", 1, REQUEST_PAIRS_MAX, &numbers[2], &error) &&
                    json_input_number(body, "timeMs", 1, REQUEST_TIME_MS_MAX, &numbers[3], &error);
    RequestCall request = {
        .person = &call->person,
        .input = {{numbers[0], numbers[1]}, numbers[2], (int)numbers[3]},
        .reply = reply,
    };
    api_change(call, is_valid, make_request, &request, &error, reply);
    json_decref(body);
}
