#include "http/connections.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "http/limits.h"

struct HttpConnection {
    HttpConnection *previous;
    HttpConnection *next;
    int socket; // open as long as the connection is in the list
    int wake;
    Address peer;
    Address visitor; // only if it belongs to one
    bool is_claimed;
    _Atomic int64_t deadline_ms;
};

void connections_init(Connections *connections, int64_t request_ms, const Address *proxy) {
    *connections = (Connections){.request_ms = request_ms, .has_proxy = proxy != NULL};
    connections->proxy = proxy ? *proxy : (Address){0};
    pthread_mutex_init(&connections->mutex, NULL);
}

void connections_release(Connections *connections) {
    assert(!connections->first);
    pthread_mutex_destroy(&connections->mutex);
}

// Under the lock.
static bool claim(Connections *connections, HttpConnection *claimed, const Address *visitor) {
    int held = 0;
    for (const HttpConnection *connection = connections->first; connection;
         connection = connection->next) {
        held += connection != claimed && connection->is_claimed &&
                address_equal(&connection->visitor, visitor);
    }
    claimed->visitor = *visitor;
    claimed->is_claimed = held < LIMIT_CONNECTIONS_EACH;
    return claimed->is_claimed;
}

static bool comes_from_proxy(const Connections *connections, const HttpConnection *connection) {
    return connections->has_proxy && address_equal(&connection->peer, &connections->proxy);
}

static HttpConnection *add(
    Connections *connections, int socket, int wake, const struct sockaddr *peer) {
    HttpConnection *connection = calloc(1, sizeof *connection);
    if (!connection) {
        abort();
    }
    connection->socket = socket;
    connection->wake = wake;
    connection->peer = address_of_socket(peer);
    Address visitor = address_visitor(&connection->peer);
    atomic_init(&connection->deadline_ms, clock_now_ms() + connections->request_ms);
    pthread_mutex_lock(&connections->mutex);
    connection->next = connections->first;
    if (connection->next) {
        connection->next->previous = connection;
    }
    connections->first = connection;
    if (!comes_from_proxy(connections, connection) && !claim(connections, connection, &visitor)) {
        shutdown(socket, SHUT_RDWR);
    }
    pthread_mutex_unlock(&connections->mutex);
    return connection;
}

static void remove_and_free(Connections *connections, HttpConnection *connection) {
    pthread_mutex_lock(&connections->mutex);
    *(connection->previous ? &connection->previous->next : &connections->first) = connection->next;
    if (connection->next) {
        connection->next->previous = connection->previous;
    }
    pthread_mutex_unlock(&connections->mutex);
    free(connection);
}

void connections_notify(Connections *connections, int wake, struct MHD_Connection *handle,
    void **socket_context, enum MHD_ConnectionNotificationCode code) {
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        int socket = MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        const struct sockaddr *peer =
            MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
        *socket_context = add(connections, socket, wake, peer);
    } else if (*socket_context) {
        remove_and_free(connections, *socket_context);
        *socket_context = NULL;
    }
}

static HttpConnection *connection_of(struct MHD_Connection *handle) {
    return MHD_get_connection_info(handle, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

void connections_resume(struct MHD_Connection *handle) {
    int wake = connection_of(handle)->wake; // once resumed it may be gone
    MHD_resume_connection(handle);
    eventfd_write(wake, 1);
}

Address connections_peer(struct MHD_Connection *handle) {
    return connection_of(handle)->peer;
}

bool connections_is_proxied(const Connections *connections, struct MHD_Connection *handle) {
    return comes_from_proxy(connections, connection_of(handle));
}

bool connections_claim(
    Connections *connections, struct MHD_Connection *handle, const Address *visitor) {
    pthread_mutex_lock(&connections->mutex);
    bool is_claimed = claim(connections, connection_of(handle), visitor);
    pthread_mutex_unlock(&connections->mutex);
    return is_claimed;
}

void connections_disclaim(Connections *connections, struct MHD_Connection *handle) {
    pthread_mutex_lock(&connections->mutex);
    connection_of(handle)->is_claimed = false;
    pthread_mutex_unlock(&connections->mutex);
}

void connections_expect(struct MHD_Connection *handle, int64_t within_ms) {
    atomic_store(&connection_of(handle)->deadline_ms,
        within_ms > 0 ? clock_now_ms() + within_ms : INT64_MAX);
}

void connections_enforce(Connections *connections, int64_t now_ms) {
    pthread_mutex_lock(&connections->mutex);
    for (HttpConnection *connection = connections->first; connection;
         connection = connection->next) {
        if (now_ms > atomic_load(&connection->deadline_ms)) {
            shutdown(connection->socket, SHUT_RDWR);
        }
    }
    pthread_mutex_unlock(&connections->mutex);
}
