#include "store/pool.h"

#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"

struct PoolWaiter {
    PoolWaiter *next;
    PoolWaiter *previous;
    pthread_cond_t served;
    bool is_served;
    Connection *connection;
};

void pool_init(Pool *pool, int slots) {
    *pool = (Pool){.free_slots = slots, .idle = calloc((size_t)slots, sizeof(Connection *))};
    if (!pool->idle) {
        abort();
    }
    pthread_mutex_init(&pool->mutex, NULL);
}

void pool_release(Pool *pool, const Backend *backend) {
    assert(!pool->first);
    while (pool->idle_count > 0) {
        backend->disconnect(pool->idle[--pool->idle_count]);
    }
    free(pool->idle);
    pthread_mutex_destroy(&pool->mutex);
}

static void remove_waiter(Pool *pool, PoolWaiter *waiter) {
    *(waiter->previous ? &waiter->previous->next : &pool->first) = waiter->next;
    *(waiter->next ? &waiter->next->previous : &pool->last) = waiter->previous;
}

static bool wait_for_slot(Pool *pool, int64_t deadline_ns, Connection **connection) {
    PoolWaiter waiter = {.previous = pool->last};
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&waiter.served, &attributes);
    pthread_condattr_destroy(&attributes);
    *(pool->last ? &pool->last->next : &pool->first) = &waiter;
    pool->last = &waiter;
    struct timespec deadline = {
        .tv_sec = deadline_ns / NS_PER_S,
        .tv_nsec = deadline_ns % NS_PER_S,
    };
    int status = 0;
    while (!waiter.is_served && status == 0) {
        status = pthread_cond_timedwait(&waiter.served, &pool->mutex, &deadline);
    }
    if (!waiter.is_served) {
        remove_waiter(pool, &waiter);
    }
    pthread_cond_destroy(&waiter.served);
    *connection = waiter.connection;
    return waiter.is_served;
}

bool pool_take(Pool *pool, int64_t deadline_ns, Connection **connection) {
    pthread_mutex_lock(&pool->mutex);
    bool is_taken = pool->free_slots > 0;
    if (is_taken) {
        pool->free_slots--;
        *connection = pool->idle_count > 0 ? pool->idle[--pool->idle_count] : NULL;
    } else {
        is_taken = wait_for_slot(pool, deadline_ns, connection);
    }
    pthread_mutex_unlock(&pool->mutex);
    return is_taken;
}

// The slot never becomes free while somebody waits, so nobody who comes later can take it first.
static bool serve_first(Pool *pool, Connection *connection) {
    PoolWaiter *waiter = pool->first;
    if (waiter) {
        remove_waiter(pool, waiter);
        waiter->connection = connection;
        waiter->is_served = true;
        pthread_cond_signal(&waiter->served);
    }
    return waiter;
}

void pool_give(Pool *pool, Connection *connection) {
    pthread_mutex_lock(&pool->mutex);
    if (!serve_first(pool, connection)) {
        pool->free_slots++;
        if (connection) {
            pool->idle[pool->idle_count++] = connection;
        }
    }
    pthread_mutex_unlock(&pool->mutex);
}

bool pool_pass(Pool *pool, Connection *connection) {
    pthread_mutex_lock(&pool->mutex);
    bool is_passed = serve_first(pool, connection);
    pthread_mutex_unlock(&pool->mutex);
    return is_passed;
}
