#include "http/loop.h"

#include <limits.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { ORDER_SERVE, ORDER_QUIESCE, ORDER_END };

bool loop_init(Loop *loop, Connections *connections) {
    *loop = (Loop){.connections = connections, .wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    atomic_init(&loop->order, ORDER_SERVE);
    return loop->wake >= 0;
}

void loop_notify(void *context, struct MHD_Connection *handle, void **socket_context,
    enum MHD_ConnectionNotificationCode code) {
    const Loop *loop = context;
    connections_notify(loop->connections, loop->wake, handle, socket_context, code);
}

// Until a connection has to be ended; -1 is without end.
static int wait_ms(struct MHD_Daemon *daemon) {
    MHD_UNSIGNED_LONG_LONG within_ms;
    if (MHD_get_timeout(daemon, &within_ms) != MHD_YES) {
        return -1;
    }
    return within_ms < INT_MAX ? (int)within_ms : INT_MAX;
}

static void *run(void *context) {
    Loop *loop = context;
    struct pollfd awaited[] = {
        {.fd = MHD_get_daemon_info(loop->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd,
            .events = POLLIN},
        {.fd = loop->wake, .events = POLLIN},
    };
    int order = ORDER_SERVE;
    while (order != ORDER_END) {
        poll(awaited, 2, wait_ms(loop->daemon));
        // Before the library looks for connections to resume: who wakes later is heard next time.
        eventfd_t ignored;
        eventfd_read(loop->wake, &ignored);
        order = atomic_load(&loop->order);
        if (order != ORDER_SERVE) {
            MHD_quiesce_daemon(loop->daemon); // here, for it is no call for two threads
        }
        MHD_run(loop->daemon);
    }
    return NULL;
}

bool loop_start(Loop *loop, struct MHD_Daemon *daemon) {
    loop->daemon = daemon;
    if (pthread_create(&loop->thread, NULL, run, loop) != 0) {
        MHD_quiesce_daemon(daemon);
        MHD_stop_daemon(daemon);
        loop->daemon = NULL;
    }
    return loop->daemon;
}

static void give(Loop *loop, int order) {
    atomic_store(&loop->order, order);
    eventfd_write(loop->wake, 1);
}

void loop_quiesce(Loop *loop) {
    give(loop, ORDER_QUIESCE);
}

void loop_end(Loop *loop) {
    if (loop->daemon) {
        give(loop, ORDER_END);
        pthread_join(loop->thread, NULL);
        MHD_stop_daemon(loop->daemon);
    }
    if (loop->wake >= 0) {
        close(loop->wake);
    }
}
