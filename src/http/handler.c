#include "http/handler.h"

#include <stdarg.h>
#include <stdlib.h>

void http_reply_init(HttpReply *reply) {
    *reply = (HttpReply){0};
    text_init(&reply->body);
}

void http_reply_release(HttpReply *reply) {
    text_release(&reply->body);
}

void http_reply_json(HttpReply *reply, int status, json_t *document) {
    char *text = document ? json_dumps(document, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
    if (!text) {
        abort();
    }
    reply->status = status;
    text_clear(&reply->body);
    text_addf(&reply->body, "%s\n", text);
    free(text);
    json_decref(document);
}

void http_refuse(HttpReply *reply, int status, const char *code, const char *format, ...) {
    char message[sizeof(Error) + SLICE_QUOTE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    http_reply_json(
        reply, status, json_pack("{s:{s:s s:s}}", "error", "code", code, "message", message));
}
