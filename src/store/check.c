#include "store/check.h"

#include <string.h>

#include "base/sha256.h"
#include "base/text.h"

static void report(StoreCheck *check, Text *problem) {
    check->report(check->context, problem->data);
    check->problem_count++;
    text_clear(problem);
}

static void check_pages(StoreTx *tx, StoreCheck *check, Text *problem) {
    Query *query = query_begin(tx, "check_pages");
    while (query_step(query)) {
        if (!slice_is(query_column_text(query, 0), "ok")) {
            text_add_slice(problem, query_column_text(query, 0));
            report(check, problem);
        }
    }
    query_end(query);
    query = query_begin(tx, "check_foreign_keys");
    while (query_step(query)) {
        text_add_slice(problem, query_column_text(query, 0));
        report(check, problem);
    }
    query_end(query);
}

static void add_name(Text *problem, Slice hash) {
    Sha256 name = {0};
    memcpy(name.bytes, hash.data, hash.size < SHA256_BYTES ? hash.size : SHA256_BYTES);
    char hex[SHA256_TEXT_SIZE];
    text_addf(problem, "blob %s: ", sha256_hex(&name, hex));
}

static void check_references(StoreTx *tx, StoreCheck *check, Text *problem) {
    Query *query = query_begin(tx, "check_references");
    while (query_step(query)) {
        add_name(problem, query_column_blob(query, 0));
        text_addf(problem, "counts %lld references, has %lld",
            (long long)query_column_int(query, 1), (long long)query_column_int(query, 2));
        report(check, problem);
    }
    query_end(query);
}

static void check_bytes(Query *query, StoreCheck *check, Text *problem) {
    Slice name = query_column_blob(query, 0);
    Slice bytes = query_column_blob(query, 2);
    Sha256 hash = sha256_of(bytes);
    bool is_right = name.size == SHA256_BYTES && memcmp(name.data, hash.bytes, SHA256_BYTES) == 0;
    if (query_column_is_null(query, 2) || !is_right ||
        query_column_int(query, 1) != (int64_t)bytes.size) {
        add_name(problem, name);
        text_add(problem, query_column_is_null(query, 2) ? "its bytes are missing"
                          : is_right                     ? "its size is wrong"
                                                         : "its bytes are damaged");
        report(check, problem);
    }
    check->blob_count++;
    check->blob_bytes += (int64_t)bytes.size;
}

static void check_blobs(StoreTx *tx, StoreCheck *check, Text *problem) {
    Sha256 after;
    Slice key = {"", 0}; // before all of them
    for (bool is_there = true; is_there;) {
        Query *query = query_begin(tx, "check_next_blob");
        query_bind_blob(query, 1, key);
        is_there = query_step(query);
        if (is_there) {
            check_bytes(query, check, problem);
            Slice name = query_column_blob(query, 0);
            is_there = name.size == SHA256_BYTES;
            memcpy(after.bytes, name.data, is_there ? SHA256_BYTES : 0);
            key = sha256_slice(&after);
        }
        query_end(query);
    }
}

static bool check_all(StoreTx *tx, void *context, Error *error) {
    (void)error;
    StoreCheck *check = context;
    check->blob_count = check->blob_bytes = check->problem_count = 0;
    Text problem;
    text_init(&problem);
    check_pages(tx, check, &problem);
    check_references(tx, check, &problem);
    check_blobs(tx, check, &problem);
    text_release(&problem);
    return true;
}

bool store_check(Store *store, StoreCheck *check, Error *error) {
    return store_transact(store, STORE_READ, check_all, check, error);
}
