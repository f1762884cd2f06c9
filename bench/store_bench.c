// Transactions a second on both stores, as lines of `name value`.
//
//     store_bench FOLDER
//
// Commits are synchronised to disk on both. A transaction puts a blob of 200 bytes that is new: two
// statements that write after one that looks. With one thread its rate is that of the disk's
// synchronisation; with 32 it shows what committing in groups gives. FOLDER is where the SQLite
// file goes; PostgreSQL's are under $TMPDIR.

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "both_stores.h"

#include "base/clock.h"
#include "store/blobs.h"

enum { THREADS_MAX = 32, TIME_MS = 2000 };

typedef struct StoreLoad {
    Store *store;
    StoreMode mode;
    int64_t deadline_ns;
    _Atomic int64_t count;
    _Atomic int64_t failures;
} StoreLoad;

static bool put(StoreTx *tx, void *context, Error *error) {
    (void)error;
    static _Atomic int64_t next;
    (void)context;
    char bytes[200] = {0};
    snprintf(bytes, sizeof bytes, "%lld", (long long)next++);
    blob_put(tx, (Slice){bytes, sizeof bytes});
    return true;
}

static bool look(StoreTx *tx, void *context, Error *error) {
    (void)error;
    (void)context;
    Sha256 hash = {{1}};
    blob_size(tx, &hash);
    return true;
}

static void *work(void *context) {
    StoreLoad *load = context;
    while (clock_now_ns() < load->deadline_ns) {
        Error error;
        bool done = store_transact(
            load->store, load->mode, load->mode == STORE_WRITE ? put : look, NULL, &error);
        load->count += done;
        load->failures += !done;
    }
    return NULL;
}

static void bench(Store *store, const char *database, StoreMode mode, int threads) {
    StoreLoad load = {
        .store = store, .mode = mode, .deadline_ns = clock_now_ns() + TIME_MS * NS_PER_MS};
    pthread_t all[THREADS_MAX];
    int64_t start_ns = clock_now_ns();
    for (int i = 0; i < threads; i++) {
        pthread_create(&all[i], NULL, work, &load);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(all[i], NULL);
    }
    double seconds = (double)(clock_now_ns() - start_ns) / (double)NS_PER_S;
    printf("store_%s_%s_per_s_%d_threads %.0f\n", database,
        mode == STORE_WRITE ? "writes" : "reads", threads, (double)load.count / seconds);
    if (load.failures > 0) {
        fprintf(stderr, "store_bench: %lld transactions failed\n", (long long)load.failures);
        exit(1);
    }
}

static void bench_store(const char *location, const char *database) {
    Error error;
    Store *store = store_open(
        &(StoreOptions){.location = location, .migrate = true, .connections = THREADS_MAX}, &error);
    if (!store) {
        fprintf(stderr, "store_bench: %s\n", error.text);
        exit(1);
    }
    bench(store, database, STORE_WRITE, 1);
    bench(store, database, STORE_WRITE, THREADS_MAX);
    bench(store, database, STORE_READ, THREADS_MAX);
    store_free(store);
}

int main(int argc, char **argv) {
    return bench_both_stores(argc, argv, bench_store);
}
