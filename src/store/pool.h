#pragma once
// Connections that are lent to one user at a time, in the order in which they asked.
//
// A slot is the right to one connection. It may come without one: then the user makes it. So the
// pool never waits for a database, and never makes more connections than were needed at once.

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "store/backend.h"

typedef struct PoolWaiter PoolWaiter;

typedef struct Pool {
    pthread_mutex_t mutex;
    Connection **idle; // the last one is the warmest
    int idle_count;
    int free_slots; // idle ones included
    PoolWaiter *first;
    PoolWaiter *last;
} Pool;

void pool_init(Pool *pool, int slots);

// All slots must have been given back. Disconnects what is idle.
void pool_release(Pool *pool, const Backend *backend);

// False if no slot was given back until a time of clock_now_ns.
bool pool_take(Pool *pool, int64_t deadline_ns, Connection **connection);

// Gives a slot back, with its connection or, when that is gone, null.
void pool_give(Pool *pool, Connection *connection);

// The same if somebody waits for it; else it stays with the caller, and the answer is false.
bool pool_pass(Pool *pool, Connection *connection);
