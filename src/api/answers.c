#include "api/answers.h"

#include "api/api_status.h"
#include "api/job_input.h"

Store *api_store(const ApiCall *call) {
    return queue_store(call->api->queue);
}

void api_show(const ApiCall *call, StoreBody *show, HttpReply *reply) {
    ApiItem item = {.call = call, .reply = reply};
    Error error;
    if (!job_input_id(call->id, &item.id, &error) ||
        !store_transact(api_store(call), STORE_READ, show, &item, &error)) {
        api_refuse(reply, &error);
    }
}

void api_change(const ApiCall *call, bool is_valid, StoreBody *change, void *context, Error *error,
    HttpReply *reply) {
    if (!is_valid || !store_transact(api_store(call), STORE_WRITE, change, context, error)) {
        api_refuse(reply, error);
    }
}

void api_answer_change(const ApiCall *call, bool is_valid, StoreBody *change, void *context,
    Error *error, HttpReply *reply) {
    reply->status = 204;
    api_change(call, is_valid, change, context, error, reply);
}

void api_follow(const ApiCall *call, WatchWrite *write, HttpReply *reply) {
    int64_t id;
    HttpFeed feed;
    Error error;
    if (!job_input_id(call->id, &id, &error) ||
        !watches_follow(call->api->watches, write, id, &call->person, &feed, &error)) {
        api_refuse(reply, &error);
        return;
    }
    reply->status = 200;
    reply->feed = feed;
}

void api_put_time(JsonWriter *json, const char *name, int64_t ms) {
    if (ms > 0) {
        json_put_integer(json, name, ms);
    } else {
        json_put_null(json, name);
    }
}

void api_put_person(JsonWriter *json, const char *name, const Person *person) {
    if (person->id == 0) {
        json_put_null(json, name);
        return;
    }
    json_open_object(json, name);
    json_put_integer(json, "id", person->id);
    json_put_text(json, "name", person->name);
    json_put_text(json, "role", person_role_name(person->role));
    json_close_object(json);
}
