#pragma once
// Answers that many routes have in common.

#include "api/api.h"
#include "base/json.h"

// The store, which a route that is not for API_ANYONE has.
Store *api_store(const ApiCall *call);

// One thing of the store that a route is about.
typedef struct ApiItem {
    const ApiCall *call;
    HttpReply *reply;
    int64_t id; // the number in the path
} ApiItem;

// Shows one thing: `show` is given an ApiItem and writes the reply. The answer is the reason if it
// refuses, or if the path has no number.
void api_show(const ApiCall *call, StoreBody *show, HttpReply *reply);

// Makes a change in the store, whose body writes the reply, if what was asked for is valid; else,
// or if the change is refused, the answer is the reason.
void api_change(const ApiCall *call, bool is_valid, StoreBody *change, void *context, Error *error,
    HttpReply *reply);

// The same for a change that has nothing to show: the answer is 204.
void api_answer_change(const ApiCall *call, bool is_valid, StoreBody *change, void *context,
    Error *error, HttpReply *reply);

// Answers with the events of the document whose number is in the path.
void api_follow(const ApiCall *call, WatchWrite *write, HttpReply *reply);

// A time, or null for 0: never.
void api_put_time(JsonWriter *json, const char *name, int64_t ms);

// {"id", "name", "role"}, or null for nobody.
void api_put_person(JsonWriter *json, const char *name, const Person *person);
