#include "http/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static Address from_v4(const struct in_addr *v4) {
    Address address = {{[10] = 0xff, [11] = 0xff}};
    memcpy(address.bytes + 12, v4, 4);
    return address;
}

static bool is_v4(const Address *address) {
    static const unsigned char PREFIX[12] = {[10] = 0xff, [11] = 0xff};
    return memcmp(address->bytes, PREFIX, sizeof PREFIX) == 0;
}

Address address_of_socket(const struct sockaddr *socket_address) {
    Address address = {0};
    if (socket_address->sa_family == AF_INET) {
        address = from_v4(&((const struct sockaddr_in *)socket_address)->sin_addr);
    } else if (socket_address->sa_family == AF_INET6) {
        memcpy(address.bytes, &((const struct sockaddr_in6 *)socket_address)->sin6_addr, 16);
    }
    return address;
}

// Cuts a port off: `a.b.c.d:port`, `[v6]:port`, `[v6]`.
static Slice without_port(Slice text) {
    const char *colon = text.size > 0 ? memchr(text.data, ':', text.size) : NULL;
    if (text.size > 0 && text.data[0] == '[') {
        const char *end = memchr(text.data, ']', text.size);
        return end ? (Slice){text.data + 1, (size_t)(end - text.data) - 1} : text;
    }
    bool is_single = colon && !memchr(colon + 1, ':', text.size - (size_t)(colon + 1 - text.data));
    return is_single ? (Slice){text.data, (size_t)(colon - text.data)} : text;
}

bool address_parse(Slice text, Address *out) {
    char host[ADDRESS_TEXT_SIZE];
    struct in_addr v4;
    Slice name = without_port(text);
    if (name.size >= sizeof host || (name.size > 0 && memchr(name.data, '\0', name.size))) {
        return false;
    }
    snprintf(host, sizeof host, "%.*s", (int)name.size, name.data);
    if (inet_pton(AF_INET, host, &v4) == 1) {
        *out = from_v4(&v4);
        return true;
    }
    Address v6;
    if (inet_pton(AF_INET6, host, v6.bytes) != 1) {
        return false;
    }
    *out = v6;
    return true;
}

bool address_is_loopback(const Address *address) {
    static const Address LOOPBACK_V6 = {{[15] = 1}};
    return is_v4(address) ? address->bytes[12] == 127 : address_equal(address, &LOOPBACK_V6);
}

bool address_equal(const Address *a, const Address *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

Address address_visitor(const Address *address) {
    Address visitor = *address;
    if (!is_v4(address)) {
        memset(visitor.bytes + 8, 0, 8);
    }
    return visitor;
}

const char *address_text(const Address *address, char out[ADDRESS_TEXT_SIZE]) {
    int family = is_v4(address) ? AF_INET : AF_INET6;
    inet_ntop(family, address->bytes + (is_v4(address) ? 12 : 0), out, ADDRESS_TEXT_SIZE);
    return out;
}
