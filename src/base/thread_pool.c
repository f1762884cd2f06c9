#include "base/thread_pool.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct PoolThread {
    ThreadPool *pool;
    int index;
    pthread_t id;
} PoolThread;

struct ThreadPool {
    int size;
    pthread_mutex_t lock; // guards what follows
    pthread_cond_t has_job;
    pthread_cond_t done;
    unsigned jobs; // so far; a thread that has done fewer has one to do
    int busy;      // threads that have not finished the job
    bool is_closing;
    ThreadPoolWork work;
    void *context;
    PoolThread threads[]; // all but the caller
};

static void *run_jobs(void *argument) {
    const PoolThread *self = (const PoolThread *)argument;
    ThreadPool *pool = self->pool;
    unsigned jobs_done = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->jobs == jobs_done && !pool->is_closing) {
            pthread_cond_wait(&pool->has_job, &pool->lock);
        }
        if (pool->is_closing) {
            break;
        }
        jobs_done = pool->jobs;
        pthread_mutex_unlock(&pool->lock);
        pool->work(pool->context, self->index);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0) {
            pthread_cond_signal(&pool->done);
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

ThreadPool *thread_pool_new(int size) {
    ThreadPool *pool = (ThreadPool *)calloc(1, sizeof *pool + (size_t)size * sizeof *pool->threads);
    if (!pool) {
        return NULL;
    }
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->has_job, NULL);
    pthread_cond_init(&pool->done, NULL);
    pool->size = 1;
    while (pool->size < size) {
        PoolThread *thread = &pool->threads[pool->size - 1];
        *thread = (PoolThread){.pool = pool, .index = pool->size};
        if (pthread_create(&thread->id, NULL, run_jobs, thread) != 0) {
            break;
        }
        pool->size++;
    }
    return pool;
}

void thread_pool_free(ThreadPool *pool) {
    if (!pool) {
        return;
    }
    pthread_mutex_lock(&pool->lock);
    pool->is_closing = true;
    pthread_cond_broadcast(&pool->has_job);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->size - 1; i++) {
        pthread_join(pool->threads[i].id, NULL);
    }
    pthread_cond_destroy(&pool->has_job);
    pthread_cond_destroy(&pool->done);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

int thread_pool_size(const ThreadPool *pool) {
    return pool->size;
}

void thread_pool_run(ThreadPool *pool, ThreadPoolWork work, void *context) {
    if (pool->size > 1) {
        pthread_mutex_lock(&pool->lock);
        pool->work = work;
        pool->context = context;
        pool->busy = pool->size - 1;
        pool->jobs++;
        pthread_cond_broadcast(&pool->has_job);
        pthread_mutex_unlock(&pool->lock);
    }
    work(context, 0);
    if (pool->size > 1) {
        pthread_mutex_lock(&pool->lock);
        while (pool->busy > 0) {
            pthread_cond_wait(&pool->done, &pool->lock);
        }
        pthread_mutex_unlock(&pool->lock);
    }
}
