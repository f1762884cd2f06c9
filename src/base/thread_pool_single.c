// A pool of one, the calling thread, for where there are no others: the page, and programs that a
// site runs on one core.

#include <stdlib.h>

#include "base/thread_pool.h"

struct ThreadPool {
    char unused;
};

ThreadPool *thread_pool_new(int size) {
    (void)size;
    return (ThreadPool *)calloc(1, sizeof(ThreadPool));
}

void thread_pool_free(ThreadPool *pool) {
    free(pool);
}

int thread_pool_size(const ThreadPool *pool) {
    (void)pool;
    return 1;
}

void thread_pool_run(ThreadPool *pool, ThreadPoolWork work, void *context) {
    (void)pool;
    work(context, 0);
}
