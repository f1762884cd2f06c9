#include "http/exchange.h"

#include <jansson.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "http/limits.h"

Exchange *exchange_new(const char *method, const char *path, const Address *visitor) {
    Exchange *exchange = calloc(1, sizeof *exchange);
    if (!exchange) {
        abort();
    }
    text_init(&exchange->method);
    text_init(&exchange->path);
    text_init(&exchange->body);
    text_add(&exchange->method, method);
    text_add(&exchange->path, path);
    exchange->visitor = *visitor;
    exchange->start_ns = clock_now_ns();
    return exchange;
}

void exchange_free(Exchange *exchange) {
    text_release(&exchange->method);
    text_release(&exchange->path);
    text_release(&exchange->body);
    free(exchange);
}

bool exchange_is_too_large(const Exchange *exchange) {
    return exchange->body_bytes > LIMIT_BODY_BYTES;
}

bool exchange_take(Exchange *exchange, Slice piece) {
    exchange->body_bytes += piece.size;
    if (!exchange_is_too_large(exchange)) {
        text_add_slice(&exchange->body, piece);
    }
    return exchange->body_bytes <= LIMIT_DISCARDED_BYTES;
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
