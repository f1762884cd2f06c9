#pragma once
// Every open connection with the time by which it has to have got on.
//
// The library ends a connection on which nothing happens. It does not end one on which too little
// happens: a client that sends a byte of its request now and then. So each connection has a
// deadline for its next step, and connections_enforce, called about every second, shuts the sockets
// of those that missed it; the library then finds the connection closed and cleans up.
//
// A connection also belongs to a visitor, who may hold LIMIT_CONNECTIONS_EACH: by the address that
// it comes from, or, behind a proxy, by the one that each request names while it is under way.

#include <microhttpd.h>
#include <pthread.h>
#include <stdint.h>

#include "http/address.h"

typedef struct HttpConnection HttpConnection;

typedef struct Connections {
    int64_t request_ms; // until the first request is complete
    bool has_proxy;     // at this address, whose connections are those of many visitors
    Address proxy;
    pthread_mutex_t mutex;
    HttpConnection *first;
} Connections;

// `proxy` may be null.
void connections_init(Connections *connections, int64_t request_ms, const Address *proxy);

// All connections must be closed.
void connections_release(Connections *connections);

// A connection has come or gone. `wake` is an eventfd that wakes the thread that serves it.
void connections_notify(Connections *connections, int wake, struct MHD_Connection *handle,
    void **socket_context, enum MHD_ConnectionNotificationCode code);

// Has a suspended connection served again.
void connections_resume(struct MHD_Connection *handle);

// Where a connection comes from, and whether that is the proxy.
Address connections_peer(struct MHD_Connection *handle);
bool connections_is_proxied(const Connections *connections, struct MHD_Connection *handle);

// Says that a connection belongs to a visitor from now on. False if he holds too many already; then
// it belongs to nobody.
bool connections_claim(
    Connections *connections, struct MHD_Connection *handle, const Address *visitor);

// Takes that back, when the request that named the visitor is over.
void connections_disclaim(Connections *connections, struct MHD_Connection *handle);

// Gives a connection so long for its next step; 0: as long as it likes.
void connections_expect(struct MHD_Connection *handle, int64_t within_ms);

void connections_enforce(Connections *connections, int64_t now_ms);
