#include "http/handler.h"

void http_put_event(Text *out, uint64_t version, const char *name, Slice document) {
    text_addf(out, "id: %llu\nevent: %s\ndata: ", (unsigned long long)version, name);
    text_add_slice(out, document);
    text_add(out, "\n\n");
}

void http_reply_init(HttpReply *reply) {
    *reply = (HttpReply){0};
    text_init(&reply->body);
}

void http_reply_release(HttpReply *reply) {
    text_release(&reply->body);
}

JsonWriter http_reply_json(HttpReply *reply, int status) {
    reply->status = status;
    text_clear(&reply->body);
    return (JsonWriter){.out = &reply->body};
}

void http_refuse(HttpReply *reply, int status, const Error *error) {
    JsonWriter json = http_reply_json(reply, status);
    json_open_object(&json, NULL);
    json_put_error(&json, "error", error);
    json_close_object(&json);
}

void http_refuse_body(HttpReply *reply, size_t limit) {
    Error error;
    error_set(&error, ERROR_TOO_LARGE, "%s has at most %zu bytes", "a body", limit);
    http_refuse(reply, 413, &error);
}
