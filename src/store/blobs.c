#include "store/blobs.h"

#include "store/transaction.h"

static Query *begin(StoreTx *tx, const char *name, const Sha256 *hash) {
    Query *query = query_begin(tx, name);
    query_bind_blob(query, 1, sha256_slice(hash));
    return query;
}

static bool has_changed(Query *query) {
    bool has = query_changes(query) > 0;
    return query_end(query) && has;
}

Sha256 blob_put(StoreTx *tx, Slice bytes) {
    if (bytes.size > BLOB_SIZE_MAX) {
        Error error;
        error_set(&error, ERROR_TOO_LARGE, "a blob has at most %u bytes", BLOB_SIZE_MAX);
        tx_fail(tx, FAULT_REFUSED, &error);
        return (Sha256){0};
    }
    Sha256 hash = sha256_of(bytes);
    if (blob_touch(tx, &hash)) {
        return hash; // the bytes need not be sent
    }
    Query *query = begin(tx, "blob_add", &hash);
    query_bind_int(query, 2, (int64_t)bytes.size);
    query_end(query);
    query = begin(tx, "blob_add_bytes", &hash);
    query_bind_blob(query, 2, bytes);
    query_end(query);
    return hash;
}

int64_t blob_size(StoreTx *tx, const Sha256 *hash) {
    Query *query = begin(tx, "blob_size", hash);
    int64_t size = query_step(query) ? query_column_int(query, 0) : -1;
    query_end(query);
    return size;
}

bool blob_touch(StoreTx *tx, const Sha256 *hash) {
    return has_changed(begin(tx, "blob_touch", hash));
}

bool blob_get(StoreTx *tx, const Sha256 *hash, Text *out) {
    Query *query = begin(tx, "blob_bytes", hash);
    bool is_there = query_step(query);
    if (is_there) {
        text_add_slice(out, query_column_blob(query, 0));
    }
    return query_end(query) && is_there;
}

static bool change_refs(StoreTx *tx, const Sha256 *hash, int change) {
    Query *query = begin(tx, "blob_ref", hash);
    query_bind_int(query, 2, change);
    return has_changed(query);
}

bool blob_ref(StoreTx *tx, const Sha256 *hash) {
    return change_refs(tx, hash, 1);
}

void blob_unref(StoreTx *tx, const Sha256 *hash) {
    change_refs(tx, hash, -1);
}

int64_t blobs_collect(StoreTx *tx, int64_t grace_ms, int limit) {
    Query *query = query_begin(tx, "blobs_collect");
    query_bind_int(query, 1, grace_ms);
    query_bind_int(query, 2, limit);
    int64_t count = query_changes(query);
    query_end(query);
    return count;
}

typedef struct BlobCall {
    const Sha256 *hash;
    Slice bytes;
    Text *out;
    Sha256 new_hash;
    int64_t size_bytes;
} BlobCall;

static bool missing(const Sha256 *hash, Error *error) {
    char hex[SHA256_TEXT_SIZE];
    return error_set(error, ERROR_BLOB_MISSING, "there is no blob %s", sha256_hex(hash, hex));
}

static bool put_bytes(StoreTx *tx, void *context, Error *error) {
    (void)error;
    BlobCall *call = context;
    call->new_hash = blob_put(tx, call->bytes);
    return true;
}

static bool get_bytes(StoreTx *tx, void *context, Error *error) {
    const BlobCall *call = context;
    text_clear(call->out);
    return blob_get(tx, call->hash, call->out) || missing(call->hash, error);
}

static bool find_size(StoreTx *tx, void *context, Error *error) {
    BlobCall *call = context;
    bool is_there = blob_touch(tx, call->hash);
    call->size_bytes = blob_size(tx, call->hash);
    return is_there || missing(call->hash, error);
}

bool blob_store(Store *store, Slice bytes, Sha256 *hash, Error *error) {
    BlobCall call = {.bytes = bytes};
    bool done = store_transact(store, STORE_WRITE, put_bytes, &call, error);
    *hash = done ? call.new_hash : *hash;
    return done;
}

bool blob_fetch(Store *store, const Sha256 *hash, Text *out, Error *error) {
    BlobCall call = {.hash = hash, .out = out};
    return store_transact(store, STORE_READ, get_bytes, &call, error);
}

bool blob_find(Store *store, const Sha256 *hash, int64_t *size_bytes, Error *error) {
    BlobCall call = {.hash = hash};
    bool done = store_transact(store, STORE_WRITE, find_size, &call, error);
    *size_bytes = done ? call.size_bytes : *size_bytes;
    return done;
}
