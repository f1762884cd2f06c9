#pragma once
// What people follow by events: documents of the arena, read again about once a second and when a
// job has ended on this server. Streams that follow hear of it when the text has changed.

#include "arena/person.h"
#include "http/handler.h"
#include "store/store.h"

typedef struct Watches Watches;

// Writes a document as a person may see it, and whether it will not change any more. False with a
// reason if there is none.
typedef bool WatchWrite(
    StoreTx *tx, int64_t id, const Person *person, Text *out, bool *is_over, Error *error);

// `on_change` is told the source of a feed that has changed.
Watches *watches_new(
    Store *store, void (*on_change)(void *context, const void *source), void *context);

// Nobody may follow any more. Null is allowed.
void watches_free(Watches *watches);

// A feed of a document, which is read for the first time. May wait for the store.
bool watches_follow(Watches *watches, WatchWrite *write, int64_t id, const Person *person,
    HttpFeed *out, Error *error);

// A step of the steward (arena/steward.h): reads what is followed.
bool watches_step(void *watches, Error *error);
