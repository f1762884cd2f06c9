// Threads that are called together: each does its part once a call.

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/thread_pool.h"

#define SIZE 4
#define RUNS 2000

typedef struct Tally {
    int runs[SIZE]; // each written by one thread only
    _Atomic int sum;
} Tally;

static void count(void *context, int index) {
    Tally *tally = context;
    tally->runs[index]++;
    atomic_fetch_add(&tally->sum, 1);
}

static void everybody_works_once_a_run(void **state) {
    (void)state;
    for (int size = 1; size <= SIZE; size++) {
        Tally tally = {0};
        ThreadPool *pool = thread_pool_new(size);
        assert_non_null(pool);
        assert_int_equal(thread_pool_size(pool), size);
        for (int run = 1; run <= RUNS; run++) {
            thread_pool_run(pool, count, &tally);
            // All are back when it returns.
            assert_int_equal(atomic_load(&tally.sum), run * size);
        }
        for (int i = 0; i < SIZE; i++) {
            assert_int_equal(tally.runs[i], i < size ? RUNS : 0);
        }
        thread_pool_free(pool);
    }
}

static void each_part_is_done_once(void **state) {
    (void)state;
    for (int size = 1; size <= SIZE; size++) {
        ThreadPool *pool = thread_pool_new(size);
        Tally tally = {0};
        thread_pool_for(pool, SIZE, count, &tally);
        thread_pool_for(pool, SIZE - 1, count, &tally);
        for (int part = 0; part < SIZE; part++) {
            assert_int_equal(tally.runs[part], part < SIZE - 1 ? 2 : 1);
        }
        thread_pool_free(pool);
    }
}

static void a_pool_may_never_be_used(void **state) {
    (void)state;
    thread_pool_free(thread_pool_new(SIZE));
    thread_pool_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_works_once_a_run),
        cmocka_unit_test(each_part_is_done_once),
        cmocka_unit_test(a_pool_may_never_be_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
