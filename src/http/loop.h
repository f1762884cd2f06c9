#pragma once
// A thread that waits for news of its connections and has libmicrohttpd serve them.
//
// The library has such threads of its own. But they take 128 events at a time and, having taken
// exactly so many, wait for another before they serve any (0.9.75, MHD_epoll): a burst of just that
// size lay until somebody else came. A library that is only called when there is something to do,
// and told not to wait, cannot do that.

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "http/connections.h"

// What a daemon has to be started with to be run by a loop.
#define LOOP_FLAGS (MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME)

typedef struct Loop {
    Connections *connections; // of all loops
    struct MHD_Daemon *daemon;
    int wake;         // an eventfd: there is something to do besides what clients send
    atomic_int order; // what that is
    pthread_t thread;
} Loop;

// False without files or threads. Until it is started, a loop is only good for being named to a
// daemon: its context of loop_notify.
bool loop_init(Loop *loop, Connections *connections);
bool loop_start(Loop *loop, struct MHD_Daemon *daemon);

// For the library to call as connections come and go (MHD_OPTION_NOTIFY_CONNECTION).
void loop_notify(void *loop, struct MHD_Connection *handle, void **socket_context,
    enum MHD_ConnectionNotificationCode code);

// Has a started loop accept nobody from now on.
void loop_quiesce(Loop *loop);

// Ends the thread, if it was started, and every connection. The listening socket stays open.
void loop_end(Loop *loop);
