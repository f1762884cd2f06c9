#include "http/connections.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "base/clock.h"

struct Connection {
    Connection *previous;
    Connection *next;
    int socket; // open as long as the connection is in the list
    _Atomic int64_t deadline_ms;
};

void connections_init(Connections *connections, int64_t request_ms) {
    *connections = (Connections){.request_ms = request_ms};
    pthread_mutex_init(&connections->mutex, NULL);
}

void connections_release(Connections *connections) {
    assert(!connections->first);
    pthread_mutex_destroy(&connections->mutex);
}

static Connection *add(Connections *connections, int socket) {
    Connection *connection = calloc(1, sizeof *connection);
    if (!connection) {
        abort();
    }
    connection->socket = socket;
    atomic_init(&connection->deadline_ms, clock_now_ms() + connections->request_ms);
    pthread_mutex_lock(&connections->mutex);
    connection->next = connections->first;
    if (connection->next) {
        connection->next->previous = connection;
    }
    connections->first = connection;
    pthread_mutex_unlock(&connections->mutex);
    return connection;
}

static void remove_and_free(Connections *connections, Connection *connection) {
    pthread_mutex_lock(&connections->mutex);
    *(connection->previous ? &connection->previous->next : &connections->first) = connection->next;
    if (connection->next) {
        connection->next->previous = connection->previous;
    }
    pthread_mutex_unlock(&connections->mutex);
    free(connection);
}

void connections_notify(void *context, struct MHD_Connection *handle, void **socket_context,
    enum MHD_ConnectionNotificationCode code) {
    Connections *connections = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info =
            MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CONNECTION_FD);
        *socket_context = add(connections, info->connect_fd);
    } else if (*socket_context) {
        remove_and_free(connections, *socket_context);
        *socket_context = NULL;
    }
}

void connections_expect(struct MHD_Connection *handle, int64_t within_ms) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(handle, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    Connection *connection = info->socket_context;
    atomic_store(&connection->deadline_ms, within_ms > 0 ? clock_now_ms() + within_ms : INT64_MAX);
}

void connections_enforce(Connections *connections, int64_t now_ms) {
    pthread_mutex_lock(&connections->mutex);
    for (Connection *connection = connections->first; connection; connection = connection->next) {
        if (now_ms > atomic_load(&connection->deadline_ms)) {
            shutdown(connection->socket, SHUT_RDWR);
        }
    }
    pthread_mutex_unlock(&connections->mutex);
}
