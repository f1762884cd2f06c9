// The routes of blobs: bytes by their SHA-256. A worker reads those of the jobs that it does now. A
// client reads any of which it knows the hash, which is in the results of its jobs and cannot be
// guessed: it could as well put the hash into a job of its own.

#include "api/answers.h"
#include "api/api_routes.h"
#include "api/api_status.h"
#include "store/blobs.h"

static bool read_hash(const ApiCall *call, Sha256 *out, Error *error) {
    return sha256_parse(call->id, out) ||
           error_set(error, ERROR_NOT_FOUND, "a blob is named by 64 hexadecimal digits");
}

// What a worker does not need is as if it were not there.
static bool may_read(const ApiCall *call, const Sha256 *hash, Error *error) {
    bool is_needed = call->token.scope != SCOPE_WORKER;
    char hex[SHA256_TEXT_SIZE];
    return (is_needed ||
               queue_needs_blob(call->api->queue, call->token.id, hash, &is_needed, error)) &&
           (is_needed || error_set(error, ERROR_BLOB_MISSING, "no job of yours needs a blob %s",
                             sha256_hex(hash, hex)));
}

void api_blobs_get(const ApiCall *call, HttpReply *reply) {
    Store *store = api_store(call);
    bool is_head = slice_is(call->request->method, "HEAD");
    Sha256 hash;
    int64_t size;
    Error error;
    // A HEAD request comes before an upload that refers to the blob, so its grace time is renewed.
    if (!read_hash(call, &hash, &error) ||
        !(is_head ? blob_find(store, &hash, &size, &error) : may_read(call, &hash, &error)) ||
        !blob_fetch(store, &hash, &reply->body, &error)) {
        if (error.reason.code == ERROR_BLOB_MISSING) {
            http_refuse(reply, 404, &error);
        } else {
            api_refuse(reply, &error);
        }
        return;
    }
    reply->status = 200;
    reply->content_type = "application/octet-stream";
}

void api_blobs_put(const ApiCall *call, HttpReply *reply) {
    Slice bytes = call->request->body;
    Sha256 hash;
    Error error;
    if (call->request->is_too_large) {
        http_refuse_body(reply, call->request->body_limit);
        return;
    }
    if (!read_hash(call, &hash, &error)) {
        api_refuse(reply, &error);
        return;
    }
    Sha256 found = sha256_of(bytes);
    if (!sha256_equal(&found, &hash)) {
        char hex[SHA256_TEXT_SIZE];
        error_set(
            &error, ERROR_BLOB_HASH, "the hash of these bytes is %s", sha256_hex(&found, hex));
        api_refuse(reply, &error);
        return;
    }
    if (!blob_store(api_store(call), bytes, &hash, &error)) {
        api_refuse(reply, &error);
        return;
    }
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_put_integer(&json, "size", (int64_t)bytes.size);
    json_close_object(&json);
}
