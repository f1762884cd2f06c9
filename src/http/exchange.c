#include "http/exchange.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

void exchange_log(const Exchange *exchange, const Log *log, bool is_complete) {
    LogLine line;
    if (log_begin(&line, log, LOG_INFO, "request")) {
        json_put_text(&line.json, "client", exchange->client);
        json_put_slice(&line.json, "method", exchange->request.method);
        json_put_slice(&line.json, "path", exchange->request.path);
        json_put_integer(&line.json, "status", exchange->status);
        json_put_real(
            &line.json, "ms", (double)(clock_now_ns() - exchange->start_ns) / (double)NS_PER_MS, 3);
        json_put_boolean(&line.json, "complete", is_complete);
        log_end(&line);
    }
}

void exchange_count(const Exchange *exchange, Metrics *metrics) {
    char labels[96];
    snprintf(labels, sizeof labels, "status=\"%d\"", exchange->status);
    metric_add(metrics_counter(metrics, "immure_http_responses_total",
                   "Responses by status; 0 was cut off.", labels),
        1);
    if (exchange->route) {
        snprintf(labels, sizeof labels, "route=\"%s\"", exchange->route);
        metric_observe_ns(
            metrics_histogram(metrics, "immure_http_request_seconds",
                "Time from the first line of a request to the end of its response.", labels),
            clock_now_ns() - exchange->start_ns);
    }
}
