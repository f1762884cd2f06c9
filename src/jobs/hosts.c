#include "jobs/hosts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "jobs/limits.h"

// How stale seen_ms may be.
#define SEEN_MS 60000

typedef struct HelloCall {
    int64_t token_id;
    const HostHello *hello;
    Sha256 key_hash;
    int64_t host_id;
} HelloCall;

static bool is_aside(StoreTx *tx, int64_t token_id, Error *error) {
    Query *query = query_begin(tx, "hosts_aside");
    query_bind_int(query, 1, token_id);
    bool is_aside = query_step(query) && !query_column_is_null(query, 0);
    if (is_aside) {
        error_set(error, ERROR_HOST_ASIDE, "this host is set aside: %s",
            query_column_text(query, 0).data);
    }
    query_end(query);
    return is_aside;
}

static bool add(StoreTx *tx, void *context, Error *error) {
    HelloCall *call = context;
    const HostHello *hello = call->hello;
    if (is_aside(tx, call->token_id, error)) {
        return false;
    }
    Query *query = query_begin(tx, "hosts_add");
    query_bind_int(query, 1, call->token_id);
    query_bind_blob(query, 2, sha256_slice(&call->key_hash));
    query_bind_text(query, 3, hello->name);
    query_bind_text(query, 4, hello->version);
    query_bind_text(query, 5, hello->bench);
    query_bind_int(query, 6, hello->cores);
    query_bind_int(query, 7, hello->memory_mb);
    query_bind_int(query, 8, hello->sandbox);
    query_bind_real(query, 9, hello->speed);
    call->host_id = query_take_int(query);
    return true;
}

static bool check_hello(const HostHello *hello, const char *version, Error *error) {
    char quoted[SLICE_QUOTE_SIZE];
    if (!slice_is(hello->version, version)) {
        return error_set(error, ERROR_OTHER_VERSION, "version %s is not the server's, %s",
            slice_quote(hello->version, quoted), version);
    }
    bool is_good = hello->name.size > 0 && hello->name.size <= HOST_TEXT_BYTES &&
                   hello->bench.size <= HOST_TEXT_BYTES && hello->cores > 0 &&
                   hello->cores <= JOB_CORES_MAX && hello->memory_mb >= 0 &&
                   hello->memory_mb <= JOB_MEMORY_MB_MAX && hello->sandbox >= 0 &&
                   hello->sandbox <= 2 && isfinite(hello->speed) && hello->speed > 0;
    return is_good || error_set(error, ERROR_BAD_HELLO,
                          "a host has a name and a bench of at most %d bytes, up to %d cores and "
                          "%d MB of memory, a sandbox from 0 to 2 and a speed above 0",
                          HOST_TEXT_BYTES, JOB_CORES_MAX, JOB_MEMORY_MB_MAX);
}

bool host_add(Store *store, int64_t token_id, const char *version, const HostHello *hello,
    int64_t *host_id, char key[SECRET_SIZE], Error *error) {
    if (!check_hello(hello, version, error)) {
        return false;
    }
    secret_make(key);
    HelloCall call = {.token_id = token_id, .hello = hello};
    call.key_hash = secret_hash(slice_from(key));
    if (!store_transact(store, STORE_WRITE, add, &call, error)) {
        return false;
    }
    *host_id = call.host_id;
    return true;
}

bool host_check(StoreTx *tx, const HostProof *proof, Host *out, Error *error) {
    Sha256 hash = secret_hash(proof->key);
    Query *query = query_begin(tx, "hosts_find");
    query_bind_int(query, 1, proof->host_id);
    query_bind_int(query, 2, proof->token_id);
    query_bind_blob(query, 3, sha256_slice(&hash));
    query_bind_int(query, 4, SEEN_MS);
    if (!query_step(query)) {
        return error_set(error, ERROR_HOST_UNKNOWN, "there is no such host: say hello again");
    }
    if (!slice_is(query_column_text(query, 0), "active")) {
        return error_set(error, ERROR_HOST_ASIDE, "this host is set aside: %s",
            query_column_text(query, 1).data);
    }
    out->memory_mb = query_column_int(query, 2);
    out->sandbox = query_column_int(query, 3);
    snprintf(out->bench, sizeof out->bench, "%s", query_column_text(query, 4).data);
    bool is_stale = query_column_int(query, 5) != 0;
    query_end(query);
    if (is_stale) {
        Query *see = query_begin(tx, "hosts_see");
        query_bind_int(see, 1, proof->host_id);
        query_end(see);
    }
    return true;
}

typedef struct HostListCall {
    int64_t after;
    int64_t limit;
    HostVisit *visit;
    void *context;
} HostListCall;

static bool list(StoreTx *tx, void *context, Error *error) {
    (void)error;
    const HostListCall *call = context;
    Query *query = query_begin(tx, "hosts_list");
    query_bind_int(query, 1, call->after);
    query_bind_int(query, 2, call->limit);
    call->visit(call->context, NULL);
    while (query_step(query)) {
        call->visit(call->context, &(HostRow){
                                       .id = query_column_int(query, 0),
                                       .token = query_column_text(query, 1).data,
                                       .name = query_column_text(query, 2).data,
                                       .version = query_column_text(query, 3).data,
                                       .cores = query_column_int(query, 4),
                                       .memory_mb = query_column_int(query, 5),
                                       .sandbox = query_column_int(query, 6),
                                       .speed = query_column_real(query, 7),
                                       .state = query_column_text(query, 8).data,
                                       .reason = query_column_text(query, 9).data,
                                       .seen_ms = query_column_int(query, 10),
                                       .done_count = query_column_int(query, 11),
                                       .fault_count = query_column_int(query, 12),
                                       .lost_count = query_column_int(query, 13),
                                   });
    }
    query_end(query);
    return true;
}

bool host_list(
    Store *store, int64_t after, int64_t limit, HostVisit *visit, void *context, Error *error) {
    HostListCall call = {after, limit, visit, context};
    return store_transact(store, STORE_READ, list, &call, error);
}
