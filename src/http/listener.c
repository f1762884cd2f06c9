#include "http/listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

#define BACKLOG 1024

static int listen_on(const struct addrinfo *address) {
    int handle = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (handle < 0) {
        return -1;
    }
    // A server that was killed must be able to come back while its old connections linger.
    setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    if (bind(handle, address->ai_addr, address->ai_addrlen) == 0 && listen(handle, BACKLOG) == 0) {
        return handle;
    }
    int reason = errno;
    close(handle);
    errno = reason;
    return -1;
}

int listener_open(const char *host, int port, Error *error) {
    char service[16];
    struct addrinfo *found;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    snprintf(service, sizeof service, "%d", port);
    int status = getaddrinfo(host, service, &hints, &found);
    if (status != 0) {
        error_set(error, ERROR_BAD_HOST, "host %.100s: %s", host, gai_strerror(status));
        return -1;
    }
    int handle = -1;
    for (const struct addrinfo *address = found; address && handle < 0;
         address = address->ai_next) {
        handle = listen_on(address);
    }
    int reason = errno;
    freeaddrinfo(found);
    if (handle < 0 && reason == EADDRINUSE) {
        error_set(error, ERROR_PORT_IN_USE,
            "port %d of %.100s is in use: choose another with --port", port, host);
    } else if (handle < 0) {
        error_set(error, ERROR_BAD_PORT, "port %d of %.100s: %s", port, host, strerror(reason));
    }
    return handle;
}

// An address and a port, of either family.
typedef union Place {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
} Place;

static bool is_wildcard(const Place *place) {
    return place->any.sa_family == AF_INET6 ? IN6_IS_ADDR_UNSPECIFIED(&place->v6.sin6_addr)
                                            : place->v4.sin_addr.s_addr == htonl(INADDR_ANY);
}

// Those of the link alone mean nothing to a browser: it would have to name the interface too.
static bool is_link_local(const Place *place) {
    return place->any.sa_family == AF_INET6
               ? IN6_IS_ADDR_LINKLOCAL(&place->v6.sin6_addr)
               : (ntohl(place->v4.sin_addr.s_addr) & 0xffff0000) == 0xa9fe0000; // 169.254.0.0/16
}

static void set_address(Place *place, const struct sockaddr *address) {
    in_port_t port = place->any.sa_family == AF_INET6 ? place->v6.sin6_port : place->v4.sin_port;
    if (address->sa_family == AF_INET6) {
        memcpy(&place->v6, address, sizeof place->v6);
        place->v6.sin6_port = port;
    } else {
        memcpy(&place->v4, address, sizeof place->v4);
        place->v4.sin_port = port;
    }
}

static void set_loopback(Place *place) {
    if (place->any.sa_family == AF_INET6) {
        place->v6.sin6_addr = in6addr_loopback;
    } else {
        place->v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    }
}

// Replaces a wildcard by this machine's first address of a family to the outside; false if there is
// none.
static bool set_outside(Place *place, int family) {
    struct ifaddrs *all;
    if (getifaddrs(&all) != 0) {
        return false;
    }
    const unsigned wanted = IFF_UP | IFF_RUNNING;
    Place found = *place;
    bool is_found = false;
    for (const struct ifaddrs *one = all; one && !is_found; one = one->ifa_next) {
        if (one->ifa_addr && one->ifa_addr->sa_family == family &&
            (one->ifa_flags & (wanted | IFF_LOOPBACK)) == wanted) {
            set_address(&found, one->ifa_addr);
            is_found = !is_link_local(&found);
        }
    }
    freeifaddrs(all);
    *place = is_found ? found : *place;
    return is_found;
}

// Whether a socket for all IPv6 addresses has those of IPv4, too.
static bool takes_v4(int handle) {
    int is_v6_only = 1;
    socklen_t size = sizeof is_v6_only;
    return getsockopt(handle, IPPROTO_IPV6, IPV6_V6ONLY, &is_v6_only, &size) == 0 && !is_v6_only;
}

void listener_url(int handle, ListenerSide side, Text *out) {
    Place place = {0};
    socklen_t size = sizeof place;
    getsockname(handle, &place.any, &size);
    if (is_wildcard(&place)) {
        bool is_v6 = place.any.sa_family == AF_INET6;
        bool is_set = side == LISTENER_OUTSIDE &&
                      (((!is_v6 || takes_v4(handle)) && set_outside(&place, AF_INET)) ||
                          (is_v6 && set_outside(&place, AF_INET6)));
        if (!is_set) {
            set_loopback(&place);
        }
    }
    char host[INET6_ADDRSTRLEN] = "";
    char port[16] = "";
    getnameinfo(&place.any, sizeof place, host, sizeof host, port, sizeof port,
        NI_NUMERICHOST | NI_NUMERICSERV);
    bool is_v6 = place.any.sa_family == AF_INET6;
    text_addf(out, "http://%s%s%s:%s/", is_v6 ? "[" : "", host, is_v6 ? "]" : "", port);
}
