#pragma once
// Every open connection with the time by which it has to have got on.
//
// The library ends a connection on which nothing happens. It does not end one on which too little
// happens: a client that sends a byte of its request now and then. So each connection has a
// deadline for its next step, and connections_enforce, called about every second, shuts the sockets
// of those that missed it; the library then finds the connection closed and cleans up.

#include <microhttpd.h>
#include <pthread.h>
#include <stdint.h>

typedef struct Connection Connection;

typedef struct Connections {
    int64_t request_ms; // until the first request is complete
    pthread_mutex_t mutex;
    Connection *first;
} Connections;

void connections_init(Connections *connections, int64_t request_ms);

// All connections must be closed.
void connections_release(Connections *connections);

// For the library to call as connections come and go (MHD_OPTION_NOTIFY_CONNECTION).
void connections_notify(void *connections, struct MHD_Connection *handle, void **socket_context,
    enum MHD_ConnectionNotificationCode code);

// Gives a connection so long for its next step; 0: as long as it likes.
void connections_expect(struct MHD_Connection *handle, int64_t within_ms);

void connections_enforce(Connections *connections, int64_t now_ms);
