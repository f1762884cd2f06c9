#pragma once
// Somebody who leaves, and takes so long that others write meanwhile: neither sees the other.
// Between slow_leaver_begin and slow_leaver_end the account is deleted and not committed; that ends
// when somebody waits for it, or at slow_leaver_end.

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "arena/people.h"
#include "unit/support/stores.h"

typedef struct SlowLeaver {
    Store *store;
    int64_t person_id;
    sem_t has_left; // but nobody sees it yet
    sem_t may_end;
    bool was_slow;
    atomic_bool is_written; // what was to be written meanwhile
    pthread_t threads[2];
} SlowLeaver;

static inline bool slow_leaver_leave(StoreTx *tx, void *context, Error *error) {
    SlowLeaver *leaver = context;
    bool is_done = person_delete(tx, leaver->person_id, error);
    if (!leaver->was_slow) {
        leaver->was_slow = true;
        sem_post(&leaver->has_left);
        sem_wait(&leaver->may_end);
    }
    return is_done;
}

static inline void *slow_leaver_run(void *context) {
    SlowLeaver *leaver = context;
    Error error;
    bool has_left = store_transact(leaver->store, STORE_WRITE, slow_leaver_leave, leaver, &error);
    return has_left ? leaver : NULL;
}

// Lets him end when all is written or waits for him. On SQLite he is waited for anyhow.
static inline void *slow_leaver_watch(void *context) {
    SlowLeaver *leaver = context;
    StoresNumber waiting = {
        .sql = "--sqlite: SELECT 1\n--pg: SELECT COUNT(*) FROM pg_locks WHERE NOT granted"};
    Error error;
    while (!atomic_load(&leaver->is_written) && waiting.number == 0 &&
           store_transact(leaver->store, STORE_READ, stores_take_number, &waiting, &error)) {
    }
    sem_post(&leaver->may_end);
    return NULL;
}

static inline void slow_leaver_begin(SlowLeaver *leaver, Store *store, int64_t person_id) {
    *leaver = (SlowLeaver){.store = store, .person_id = person_id};
    sem_init(&leaver->has_left, 0, 0);
    sem_init(&leaver->may_end, 0, 0);
    assert_int_equal(pthread_create(&leaver->threads[0], NULL, slow_leaver_run, leaver), 0);
    sem_wait(&leaver->has_left);
    assert_int_equal(pthread_create(&leaver->threads[1], NULL, slow_leaver_watch, leaver), 0);
}

static inline void slow_leaver_end(SlowLeaver *leaver) {
    void *has_left;
    atomic_store(&leaver->is_written, true);
    pthread_join(leaver->threads[0], &has_left);
    pthread_join(leaver->threads[1], NULL);
    assert_non_null(has_left);
    sem_destroy(&leaver->has_left);
    sem_destroy(&leaver->may_end);
}
