#pragma once
// A pool of threads for a search or a trainer: started once, asleep between jobs.
//
// The calling thread is one of them, so a pool of one starts no thread and works everywhere, in the
// browser too. One thread calls; jobs do not nest.

typedef struct ThreadPool ThreadPool;

typedef void (*ThreadPoolWork)(void *context, int index);

// A pool of `size` threads, the caller included, or of fewer if the system refuses them. Null if
// the memory cannot be had.
ThreadPool *thread_pool_new(int size);
void thread_pool_free(ThreadPool *pool);

int thread_pool_size(const ThreadPool *pool);

// Every thread calls work(context, index) once, with its own index; the caller's is 0. Returns when
// all are done.
void thread_pool_run(ThreadPool *pool, ThreadPoolWork work, void *context);

// A parallel loop: work(context, part) once for each part from 0 to part_count - 1. Returns when
// all are done. Which thread takes which part is not defined: a job whose result must not depend
// on the number of threads writes the result of each part to a place of its own.
void thread_pool_for(ThreadPool *pool, int part_count, ThreadPoolWork work, void *context);
