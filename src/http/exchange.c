#include "http/exchange.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/clock.h"
#include "http/limits.h"

Exchange *exchange_new(const char *uri) {
    const char *query = strchr(uri, '?');
    Exchange *exchange = calloc(1, sizeof *exchange);
    if (!exchange) {
        abort();
    }
    text_init(&exchange->method);
    text_init(&exchange->path);
    text_init(&exchange->query);
    text_init(&exchange->body);
    text_add(&exchange->query, query ? query + 1 : "");
    exchange->start_ns = clock_now_ns();
    return exchange;
}

void exchange_free(Exchange *exchange) {
    if (!exchange) {
        return;
    }
    if (exchange->has_reply) {
        HttpFeed *feed = &exchange->reply.feed;
        if (feed->source) { // the client went away before it was opened
            feed->release(feed->source);
        }
        http_reply_release(&exchange->reply);
    }
    text_release(&exchange->method);
    text_release(&exchange->path);
    text_release(&exchange->query);
    text_release(&exchange->body);
    free(exchange);
}

// The token of `Bearer TOKEN`, empty if it is anything else.
static Slice bearer_token(const char *authorization) {
    static const char SCHEME[] = "Bearer ";
    bool is_bearer = authorization && strncasecmp(authorization, SCHEME, strlen(SCHEME)) == 0;
    return slice_trim(slice_from(is_bearer ? authorization + strlen(SCHEME) : ""));
}

void exchange_begin(Exchange *exchange, const char *method, const char *path,
    const Address *visitor, const char *content_type, const char *authorization) {
    exchange->has_begun = true;
    text_add(&exchange->method, method);
    text_add(&exchange->path, path);
    exchange->visitor = *visitor;
    exchange->request = (HttpRequest){
        .method = text_slice(&exchange->method),
        .path = text_slice(&exchange->path),
        .query = text_slice(&exchange->query),
        .content_type = slice_from(content_type ? content_type : ""),
        .token = bearer_token(authorization),
        .body_limit = LIMIT_BODY_BYTES,
        .client = address_text(visitor, exchange->client),
    };
}

uint64_t exchange_discard_limit(const Exchange *exchange) {
    size_t limit = exchange->request.body_limit;
    return limit > LIMIT_DISCARDED_BYTES ? limit : LIMIT_DISCARDED_BYTES;
}

bool exchange_take(Exchange *exchange, Slice piece) {
    exchange->body_bytes += piece.size;
    if (exchange->body_bytes <= exchange->request.body_limit) {
        text_add_slice(&exchange->body, piece);
    }
    return exchange->body_bytes <= exchange_discard_limit(exchange);
}

void exchange_end_request(Exchange *exchange) {
    exchange->request.body = text_slice(&exchange->body);
    exchange->request.is_too_large = exchange->body_bytes > exchange->request.body_limit;
}

// Bytes that are not UTF-8 would make the line no JSON: then they are shown escaped, and cut.
static json_t *safe_text(const Text *text) {
    char quoted[SLICE_QUOTE_SIZE];
    json_t *value = json_string(text->data);
    return value ? value : json_string(slice_quote(text_slice(text), quoted));
}

void exchange_describe(const Exchange *exchange, bool is_complete, Text *out) {
    char date[32] = "";
    char client[ADDRESS_TEXT_SIZE];
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc)) {
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    }
    double taken_ms = (double)(clock_now_ns() - exchange->start_ns) / (double)NS_PER_MS;
    json_t *line = json_pack("{s:s s:s s:o s:o s:i s:f s:b}", "time", date, "client",
        address_text(&exchange->visitor, client), "method", safe_text(&exchange->method), "path",
        safe_text(&exchange->path), "status", exchange->status, "ms", taken_ms, "complete",
        is_complete);
    char *text = line ? json_dumps(line, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
    if (!text) {
        abort();
    }
    text_add(out, text);
    free(text);
    json_decref(line);
}
