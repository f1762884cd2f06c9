#include "http/respond.h"

#include "http/connections.h"
#include "http/limits.h"
#include "http/site.h"

// The body goes to the response without a copy: it may be a large one.
static struct MHD_Response *take_body(HttpReply *reply) {
    bool is_owned = reply->body.capacity > 0;
    struct MHD_Response *response = MHD_create_response_from_buffer(reply->body.size,
        reply->body.data, is_owned ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);
    if (response) {
        text_init(&reply->body);
    }
    return response;
}

static void add_headers(const HttpReply *reply, bool has_body, struct MHD_Response *response) {
    site_add_safety(response);
    // An answer is data, also to a browser that is led to take it for a page.
    MHD_add_response_header(response, "Content-Security-Policy",
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(response, "Cache-Control", "no-store");
    if (has_body) {
        MHD_add_response_header(response, "Content-Type",
            reply->content_type ? reply->content_type : "application/json");
    }
    if (reply->status == 401) {
        MHD_add_response_header(response, "WWW-Authenticate", "Bearer");
    }
    if (*reply->allow) {
        MHD_add_response_header(response, "Allow", reply->allow);
    }
    if (*reply->location) {
        MHD_add_response_header(response, "Location", reply->location);
    }
    if (*reply->attachment) {
        char disposition[sizeof reply->attachment + 32];
        snprintf(disposition, sizeof disposition, "attachment; filename=%s", reply->attachment);
        MHD_add_response_header(response, "Content-Disposition", disposition);
    }
    if (*reply->cookie) {
        MHD_add_response_header(response, "Set-Cookie", reply->cookie);
    }
    if (reply->retry_after_s > 0) {
        char seconds[16];
        snprintf(seconds, sizeof seconds, "%d", reply->retry_after_s);
        MHD_add_response_header(response, "Retry-After", seconds);
    }
}

int respond(struct MHD_Connection *connection, HttpReply *reply) {
    bool has_body = reply->body.size > 0;
    if (has_body && !reply->content_type) {
        text_add_byte(&reply->body, '\n'); // for those who read it in a terminal
    }
    struct MHD_Response *response = take_body(reply);
    if (!response) {
        return 0;
    }
    add_headers(reply, has_body, response);
    bool is_queued = MHD_queue_response(connection, (unsigned)reply->status, response) == MHD_YES;
    MHD_destroy_response(response);
    return is_queued ? reply->status : 0;
}

int respond_events(Streams *streams, struct MHD_Connection *connection, const Address *visitor,
    Slice method, HttpReply *reply) {
    HttpFeed feed = reply->feed;
    reply->feed = (HttpFeed){0};
    Error error;
    const char *last = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Last-Event-ID");
    long long after = 0;
    bool is_over;
    // What is no version of ours starts from the beginning.
    if (last && (!slice_to_long(slice_from(last), &after) || after < 0)) {
        after = 0;
    }
    bool has_news = feed.read(feed.source, (uint64_t)after, &reply->body, &is_over) > 0 || !is_over;
    text_clear(&reply->body);
    if (!has_news || slice_is(method, "HEAD")) {
        feed.release(feed.source);
        reply->status = has_news ? 200 : 204; // 204 ends a browser's attempts to follow again
        return respond(connection, reply);
    }
    switch (streams_open(streams, connection, visitor, feed, (uint64_t)after)) {
    case STREAMS_OPENED:
        connections_expect(connection, 0);
        return 200;
    case STREAMS_VISITOR_FULL:
        error_set(
            &error, ERROR_TOO_MANY_STREAMS, "you follow %d streams: close one", LIMIT_STREAMS_EACH);
        http_refuse(reply, 429, &error);
        break;
    case STREAMS_FULL:
        error_set(
            &error, ERROR_TOO_MANY_STREAMS, "too many streams are open: try again in a while");
        http_refuse(reply, 503, &error);
        break;
    }
    reply->retry_after_s = 30;
    return respond(connection, reply);
}
