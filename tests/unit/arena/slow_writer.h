#pragma once
// Somebody who writes, and takes so long that others write meanwhile: neither sees the other.
// Between slow_writer_begin and slow_writer_end the change is made and not committed; that ends
// when somebody waits for it, or at slow_writer_end.

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "unit/support/stores.h"

typedef struct SlowWriter {
    Store *store;
    StoreBody *body; // with its context: what is written
    void *context;
    sem_t has_written; // but nobody sees it yet
    sem_t may_end;
    bool was_slow;
    atomic_bool is_over; // what was to be written meanwhile
    pthread_t threads[2];
} SlowWriter;

static inline bool slow_writer_write(StoreTx *tx, void *context, Error *error) {
    SlowWriter *writer = context;
    bool is_done = writer->body(tx, writer->context, error);
    if (!writer->was_slow) {
        writer->was_slow = true;
        sem_post(&writer->has_written);
        sem_wait(&writer->may_end);
    }
    return is_done;
}

static inline void *slow_writer_run(void *context) {
    SlowWriter *writer = context;
    Error error;
    bool is_done = store_transact(writer->store, STORE_WRITE, slow_writer_write, writer, &error);
    return is_done ? writer : NULL;
}

// Lets it end when all is written or waits for it. On SQLite it is waited for anyhow.
static inline void *slow_writer_watch(void *context) {
    SlowWriter *writer = context;
    StoresNumber waiting = {
        .sql = "--sqlite: SELECT 1\n--pg: SELECT COUNT(*) FROM pg_locks WHERE NOT granted"};
    Error error;
    while (!atomic_load(&writer->is_over) && waiting.number == 0 &&
           store_transact(writer->store, STORE_READ, stores_take_number, &waiting, &error)) {
    }
    sem_post(&writer->may_end);
    return NULL;
}

// The context must stay until slow_writer_end.
static inline void slow_writer_begin(
    SlowWriter *writer, Store *store, StoreBody *body, void *context) {
    *writer = (SlowWriter){.store = store, .body = body, .context = context};
    sem_init(&writer->has_written, 0, 0);
    sem_init(&writer->may_end, 0, 0);
    assert_int_equal(pthread_create(&writer->threads[0], NULL, slow_writer_run, writer), 0);
    sem_wait(&writer->has_written);
    assert_int_equal(pthread_create(&writer->threads[1], NULL, slow_writer_watch, writer), 0);
}

static inline void slow_writer_end(SlowWriter *writer) {
    void *is_done;
    atomic_store(&writer->is_over, true);
    pthread_join(writer->threads[0], &is_done);
    pthread_join(writer->threads[1], NULL);
    assert_non_null(is_done);
    sem_destroy(&writer->has_written);
    sem_destroy(&writer->may_end);
}
