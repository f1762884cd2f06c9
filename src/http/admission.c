#include "http/admission.h"

#include <string.h>
#include <strings.h>

#include "http/limits.h"
#include "http/origin.h"
#include "http/respond.h"

static const char *header(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static enum MHD_Result keep_forwarded(
    void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    (void)kind;
    if (value && strcasecmp(name, "X-Forwarded-For") == 0) {
        *(const char **)context = value;
    }
    return MHD_YES;
}

// The address of the visitor. A proxy appends it to X-Forwarded-For, to the last one if there are
// several; the visitor may have forged whatever stands before that.
// `*is_local`: the request comes from a program of this machine that is no proxy.
static Address find_visitor(
    const Admission *admission, struct MHD_Connection *connection, bool *is_local) {
    Address address = connections_peer(connection);
    const char *forwarded = NULL;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, keep_forwarded, &forwarded);
    *is_local = !forwarded && address_is_loopback(&address);
    if (forwarded && connections_is_proxied(admission->connections, connection)) {
        const char *comma = strrchr(forwarded, ',');
        address_parse(slice_trim(slice_from(comma ? comma + 1 : forwarded)), &address);
    }
    return address_visitor(&address);
}

static Slice header_slice(struct MHD_Connection *connection, const char *name) {
    const char *value = header(connection, name);
    return slice_from(value ? value : "");
}

// What tells a person's own page from others, and who he is.
static void read_browser(
    const Admission *admission, struct MHD_Connection *connection, HttpRequest *request) {
    request->cookies = header_slice(connection, "Cookie");
    request->agent = header_slice(connection, "User-Agent");
    request->is_secure = connections_is_proxied(admission->connections, connection) &&
                         slice_is(header_slice(connection, "X-Forwarded-Proto"), "https");
    request->is_foreign = origin_is_foreign(header_slice(connection, "Sec-Fetch-Site"),
        header_slice(connection, "Origin"), header_slice(connection, "Host"));
    request->is_marked = slice_is(header_slice(connection, "Immure-Request"), "1");
}

static bool has_large_head(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info && info->header_size > LIMIT_HEAD_BYTES;
}

// The size of the body that a request announces; 0 if it does not.
static uint64_t announced_bytes(struct MHD_Connection *connection) {
    const char *length = header(connection, "Content-Length");
    long long size;
    return length && slice_to_long(slice_from(length), &size) && size > 0 ? (uint64_t)size : 0;
}

// Finds out how large a body may be, and reserves what an announced one takes beyond the common
// limit. False if there is no room for it now.
static bool reserve_body(Admission *admission, Exchange *exchange, uint64_t announced) {
    const HttpHandler *handler = admission->handler;
    HttpRequest *request = &exchange->request;
    size_t limit = handler->owns(handler->context, request->path)
                       ? handler->body_limit(handler->context, request)
                       : LIMIT_BODY_BYTES;
    request->body_limit = announced > 0 || limit < LIMIT_BODY_BYTES ? limit : LIMIT_BODY_BYTES;
    if (announced <= LIMIT_BODY_BYTES || announced > limit) {
        return true; // or is refused by its size
    }
    size_t size = (size_t)announced;
    if (atomic_fetch_add(&admission->bodies_bytes, size) + size > LIMIT_BODIES_BYTES) {
        atomic_fetch_sub(&admission->bodies_bytes, size);
        return false;
    }
    exchange->reserved_bytes = size;
    return true;
}

// Refuses a request by its head alone, without reading its body. False if it is accepted.
static bool refuse_by_head(
    Admission *admission, struct MHD_Connection *connection, Exchange *exchange) {
    HttpReply reply;
    Error error;
    uint64_t announced = announced_bytes(connection);
    http_reply_init(&reply);
    if (has_large_head(connection)) {
        error_set(
            &error, ERROR_HEAD_TOO_LARGE, "%s has at most %u bytes", "a head", LIMIT_HEAD_BYTES);
        http_refuse(&reply, 431, &error);
    } else if (!reserve_body(admission, exchange, announced)) {
        reply.retry_after_s = 5;
        error_set(&error, ERROR_TOO_MANY_BODIES,
            "too many large bodies are being sent: try again in a while");
        http_refuse(&reply, 503, &error);
    } else if (announced > exchange_discard_limit(exchange)) {
        http_refuse_body(&reply, exchange->request.body_limit);
    } else if (connections_is_proxied(admission->connections, connection) &&
               !connections_claim(admission->connections, connection, &exchange->visitor)) {
        reply.retry_after_s = 30;
        error_set(&error, ERROR_TOO_MANY_CONNECTIONS,
            "you have %d requests under way: wait until one has ended", LIMIT_CONNECTIONS_EACH);
        http_refuse(&reply, 429, &error);
    }
    bool is_refused = reply.status != 0;
    if (is_refused) {
        exchange->status = respond(connection, &reply);
    }
    http_reply_release(&reply);
    return is_refused;
}

bool admission_begin(Admission *admission, struct MHD_Connection *connection, Exchange *exchange,
    const char *method, const char *path) {
    bool is_local;
    Address visitor = find_visitor(admission, connection, &is_local);
    exchange_begin(exchange, method, path, &visitor, header(connection, "Content-Type"),
        header(connection, "Authorization"));
    exchange->request.is_local = is_local;
    read_browser(admission, connection, &exchange->request);
    if (refuse_by_head(admission, connection, exchange)) {
        return false;
    }
    if (exchange->reserved_bytes > 0) {
        connections_expect(
            connection, admission->connections->request_ms +
                            (int64_t)exchange->reserved_bytes * 1000 / LIMIT_BODY_BYTES_PER_S);
    }
    return true;
}

void admission_end(Admission *admission, struct MHD_Connection *connection, Exchange *exchange) {
    atomic_fetch_sub(&admission->bodies_bytes, exchange->reserved_bytes);
    if (connections_is_proxied(admission->connections, connection)) {
        connections_disclaim(admission->connections, connection);
    }
}
