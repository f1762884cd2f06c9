#include "jobs/credentials.h"

#define STALE_MS 60000

typedef struct FindCall {
    const CredentialKind *kind;
    Slice secret;
    void *out;
    int64_t id;
    bool is_stale; // used_ms is to be renewed
} FindCall;

static bool find(StoreTx *tx, void *context, Error *error) {
    FindCall *call = context;
    Sha256 hash = secret_hash(call->secret);
    Query *query = query_begin(tx, call->kind->find);
    query_bind_blob(query, 1, sha256_slice(&hash));
    query_bind_int(query, 2, STALE_MS);
    bool is_found = query_step(query);
    if (is_found) {
        call->id = query_column_int(query, 0);
        call->is_stale = query_column_int(query, 1) != 0;
        call->kind->read(query, 2, call->out);
    }
    query_end(query);
    return is_found || error_set(error, ERROR_UNAUTHORIZED, "%s", call->kind->refusal);
}

static bool use(StoreTx *tx, void *context, Error *error) {
    (void)error;
    const FindCall *call = context;
    Query *query = query_begin(tx, call->kind->use);
    query_bind_int(query, 1, call->id);
    if (call->kind->bind_use) {
        call->kind->bind_use(query);
    }
    return query_end(query);
}

bool credential_find(
    Store *store, const CredentialKind *kind, Slice secret, void *out, Error *error) {
    FindCall call = {.kind = kind, .secret = secret, .out = out};
    return store_transact(store, STORE_READ, find, &call, error) &&
           (!call.is_stale || store_transact(store, STORE_WRITE, use, &call, error));
}
