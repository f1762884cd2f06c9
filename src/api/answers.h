#pragma once
// Answers that many routes have in common.

#include "api/api.h"
#include "base/json.h"

// Makes a change in the store if what was asked for is valid, and answers 204; else, or if the
// change is refused, the answer is the reason.
void api_answer_change(const ApiCall *call, bool is_valid, StoreBody *change, void *context,
    Error *error, HttpReply *reply);

// Answers with the events of the document whose number is in the path.
void api_follow(const ApiCall *call, WatchWrite *write, HttpReply *reply);

// A time, or null for 0: never.
void api_put_time(JsonWriter *json, const char *name, int64_t ms);

// {"id", "name", "role"}, or null for nobody.
void api_put_person(JsonWriter *json, const char *name, const Person *person);
