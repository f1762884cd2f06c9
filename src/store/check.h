#pragma once
// Whether a store is sound: its pages and foreign keys (SQLite; PostgreSQL watches over its own),
// the bytes of every blob against their hash and size, and the counts of references.

#include "store/store.h"

typedef struct StoreCheck {
    void (*report)(void *context, const char *problem); // one line each
    void *context;
    int64_t blob_count; // results
    int64_t blob_bytes;
    int64_t problem_count;
} StoreCheck;

// False with a reason if it could not be checked; what is wrong with the store is reported.
bool store_check(Store *store, StoreCheck *check, Error *error);
