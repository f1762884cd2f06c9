// Who waits for a connection gets it in turn, or learns in time that he does not.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sched.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "store/pool.h"

enum { WAITERS = 6 };

typedef struct Turn {
    Pool *pool;
    _Atomic int *served; // how many so far
    int place;
} Turn;

static int disconnected;

static void count_disconnect(Connection *connection) {
    assert_non_null(connection);
    disconnected++;
}

static const Backend COUNTING = {.disconnect = count_disconnect};

static int64_t in_an_hour(void) {
    return clock_now_ns() + 3600 * NS_PER_S;
}

static void *wait_for_turn(void *context) {
    Turn *turn = context;
    Connection *connection;
    if (pool_take(turn->pool, in_an_hour(), &connection)) {
        turn->place = (*turn->served)++;
        pool_give(turn->pool, connection);
    }
    return NULL;
}

static const PoolWaiter *last_waiter(Pool *pool) {
    pthread_mutex_lock(&pool->mutex);
    const PoolWaiter *last = pool->last;
    pthread_mutex_unlock(&pool->mutex);
    return last;
}

static void test_first_come_first_served(void **state) {
    (void)state;
    Pool pool;
    pool_init(&pool, 1);
    Connection *connection;
    int thing;
    assert_true(pool_take(&pool, 0, &connection));
    assert_null(connection); // it is for the user to make
    connection = (Connection *)&thing;
    Turn turns[WAITERS];
    pthread_t threads[WAITERS];
    _Atomic int served = 0;
    for (int i = 0; i < WAITERS; i++) {
        turns[i] = (Turn){.pool = &pool, .served = &served, .place = -1};
        const PoolWaiter *before = last_waiter(&pool);
        assert_int_equal(pthread_create(&threads[i], NULL, wait_for_turn, &turns[i]), 0);
        while (last_waiter(&pool) == before) {
            sched_yield();
        }
    }
    assert_true(pool_pass(&pool, connection));
    for (int i = 0; i < WAITERS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(turns[i].place, i);
    }
    disconnected = 0;
    pool_release(&pool, &COUNTING);
    assert_int_equal(disconnected, 1);
}

static void test_too_late(void **state) {
    (void)state;
    Pool pool;
    pool_init(&pool, 2);
    int things[2];
    Connection *connections[3];
    assert_true(pool_take(&pool, 0, &connections[0]));
    assert_true(pool_take(&pool, 0, &connections[1]));
    assert_false(pool_take(&pool, clock_now_ns() + NS_PER_MS, &connections[2]));
    assert_null(last_waiter(&pool));
    connections[0] = (Connection *)&things[0];
    assert_false(pool_pass(&pool, connections[0]));
    pool_give(&pool, connections[0]);
    pool_give(&pool, NULL); // the other one was lost
    assert_true(pool_take(&pool, 0, &connections[0]));
    assert_ptr_equal(connections[0], &things[0]);
    assert_true(pool_take(&pool, 0, &connections[1]));
    assert_null(connections[1]);
    pool_give(&pool, connections[0]);
    pool_give(&pool, NULL);
    disconnected = 0;
    pool_release(&pool, &COUNTING);
    assert_int_equal(disconnected, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_come_first_served),
        cmocka_unit_test(test_too_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
