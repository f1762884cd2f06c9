#include "http/listener.h"

#include <arpa/inet.h>
#include <errno.h>
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

void listener_url(int handle, Text *out) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    char host[INET6_ADDRSTRLEN] = "";
    char port[16] = "";
    getsockname(handle, (struct sockaddr *)&address, &size);
    getnameinfo((struct sockaddr *)&address, size, host, sizeof host, port, sizeof port,
        NI_NUMERICHOST | NI_NUMERICSERV);
    bool is_v6 = address.ss_family == AF_INET6;
    text_addf(out, "http://%s%s%s:%s/", is_v6 ? "[" : "", host, is_v6 ? "]" : "", port);
}
