#include <stdatomic.h>

#include "base/thread_pool.h"

typedef struct PartLoop {
    ThreadPoolWork work;
    void *context;
    int part_count;
    atomic_int next_part;
} PartLoop;

static void take_parts(void *context, int index) {
    (void)index;
    PartLoop *loop = (PartLoop *)context;
    int part;
    while ((part = atomic_fetch_add(&loop->next_part, 1)) < loop->part_count) {
        loop->work(loop->context, part);
    }
}

void thread_pool_for(ThreadPool *pool, int part_count, ThreadPoolWork work, void *context) {
    PartLoop loop = {.work = work, .context = context, .part_count = part_count};
    thread_pool_run(pool, take_parts, &loop);
}
