#include "store/store.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/file_lock.h"
#include "store/groups.h"
#include "store/migrations.h"
#include "store/transaction.h"

enum {
    CONNECTIONS_DEFAULT = 8,
    WAIT_MS_DEFAULT = 10000,
    PAUSE_MS_FIRST = 5,
    PAUSE_MS_LONGEST = 500,
};

struct Store {
    const Backend *backend;
    char *location;
    Statements statements;
    int wait_ms;
    int lock_fd; // of the SQLite file, or -1
    bool is_backup;
    bool is_reader;
    Pool readers; // with one writer; else all are writers
    Pool writers;
    Groups groups;
    _Atomic int64_t clock_shift_ms;
    _Atomic uint64_t committed;
    _Atomic uint64_t repeated;
    _Atomic uint64_t failed;
};

static Pool *pool_of(Store *store, StoreMode mode) {
    return mode == STORE_READ && store->backend->has_one_writer ? &store->readers : &store->writers;
}

static bool is_grouped(const Store *store, StoreMode mode) {
    return mode == STORE_WRITE && store->backend->has_one_writer;
}

static Connection *connect(Store *store, StoreMode mode, Error *error) {
    ConnectionOptions options = {
        .location = store->location,
        .mode = mode,
        .is_backup = store->is_backup,
        .statements = &store->statements,
        .timeout_ms = store->wait_ms,
    };
    return store->backend->connect(&options, error);
}

// Runs the body and says how it went; nothing is committed or undone yet.
static Fault run_body(
    Store *store, Connection *connection, StoreBody *body, void *context, Error *error) {
    StoreTx tx = {
        .backend = store->backend,
        .connection = connection,
        .statements = &store->statements,
    };
    Error refusal;
    error_set(&refusal, ERROR_UNEXPLAINED, "a transaction was given up, and nobody said why");
    bool is_wanted = body(&tx, context, &refusal);
    if (!is_wanted) {
        tx_fail(&tx, FAULT_REFUSED, &refusal);
    }
    tx_release(&tx);
    if (tx_failed(&tx)) {
        error_copy(error, &tx.error);
    }
    return tx.fault;
}

// Commits or undoes, and gives the connection back.
static Fault finish(
    Store *store, StoreMode mode, Connection *connection, Fault fault, Error *error) {
    Pool *pool = pool_of(store, mode);
    if (is_grouped(store, mode)) {
        return groups_finish(&store->groups, store->backend, pool, connection, fault, error);
    }
    bool is_usable = fault != FAULT_LOST;
    if (fault == FAULT_NONE) {
        fault = store->backend->commit(connection, error);
        is_usable = fault == FAULT_NONE;
    } else if (is_usable) {
        Error undo_error;
        is_usable = store->backend->undo(connection, &undo_error) == FAULT_NONE;
    }
    if (!is_usable) {
        store->backend->disconnect(connection);
    }
    pool_give(pool, is_usable ? connection : NULL);
    return fault;
}

// One try. `*is_fresh` says whether its connection was made for it.
static Fault try_once(Store *store, StoreMode mode, StoreBody *body, void *context,
    int64_t deadline_ns, bool *is_fresh, Error *error) {
    Pool *pool = pool_of(store, mode);
    Connection *connection;
    *is_fresh = true;
    if (!pool_take(pool, deadline_ns, &connection)) {
        error_set(error, ERROR_STORE_BUSY, "the store is busy: try again later");
        return FAULT_FINAL;
    }
    *is_fresh = !connection;
    if (!connection) {
        connection = connect(store, mode, error);
    }
    if (!connection) {
        pool_give(pool, NULL);
        return FAULT_LOST;
    }
    Fault fault = store->backend->shift_clock(connection, store->clock_shift_ms, error);
    if (fault == FAULT_NONE) {
        fault = store->backend->begin(connection, mode, error);
    }
    if (fault != FAULT_NONE && is_grouped(store, mode)) {
        groups_lose(&store->groups, store->backend, pool, connection, error);
        return fault;
    }
    if (fault != FAULT_NONE) {
        store->backend->disconnect(connection);
        pool_give(pool, NULL);
        return fault;
    }
    fault = run_body(store, connection, body, context, error);
    return finish(store, mode, connection, fault, error);
}

// Half of it at random, so that transactions that met do not meet again.
static void pause_before(int repeat, int64_t deadline_ns) {
    int64_t pause_ns = PAUSE_MS_FIRST * NS_PER_MS << (repeat < 8 ? repeat : 8);
    if (pause_ns > PAUSE_MS_LONGEST * NS_PER_MS) {
        pause_ns = PAUSE_MS_LONGEST * NS_PER_MS;
    }
    int64_t now_ns = clock_now_ns();
    int64_t left_ns = deadline_ns - now_ns;
    pause_ns = pause_ns / 2 + now_ns % (pause_ns / 2);
    pause_ns = pause_ns < left_ns ? pause_ns : left_ns;
    if (pause_ns > 0) { // the deadline may have passed since the caller looked
        usleep((useconds_t)(pause_ns / 1000));
    }
}

bool store_transact(Store *store, StoreMode mode, StoreBody *body, void *context, Error *error) {
    if (mode == STORE_WRITE && store->is_reader) {
        return error_set(error, ERROR_STORE_FAILED, "the store was opened to be read only");
    }
    int64_t deadline_ns = clock_now_ns() + store->wait_ms * NS_PER_MS;
    Error reason;
    Fault fault;
    for (int repeat = 0;; repeat++) {
        bool is_fresh;
        fault = try_once(store, mode, body, context, deadline_ns, &is_fresh, &reason);
        if (fault != FAULT_REPEAT && fault != FAULT_LOST) {
            break;
        }
        if (clock_now_ns() >= deadline_ns) {
            break;
        }
        store->repeated++;
        // A connection that died while it was idle says nothing about the next one.
        if (is_fresh || fault == FAULT_REPEAT) {
            pause_before(repeat, deadline_ns);
        }
    }
    if (fault == FAULT_NONE) {
        store->committed++;
        return true;
    }
    store->failed += fault != FAULT_REFUSED;
    return error_copy(error, &reason);
}

static void set_location(Store *store, const char *location) {
    static const char SQLITE[] = "sqlite:";
    bool is_postgres = slice_starts(slice_from(location), "postgresql://") ||
                       slice_starts(slice_from(location), "postgres://");
    bool is_named = slice_starts(slice_from(location), SQLITE);
    store->backend = is_postgres ? &BACKEND_POSTGRES : &BACKEND_SQLITE;
    store->location = strdup(location + (is_named ? strlen(SQLITE) : 0));
    if (!store->location) {
        abort();
    }
}

// The first connection is made at once, so that a wrong location is reported at the start; later a
// lost connection is waited for. A writer makes the file that readers open.
static bool open_database(Store *store, Error *error) {
    if (store->location[0] == '\0') {
        return error_set(error, ERROR_STORE_LOCATION, "a store is a path or postgresql://...");
    }
    if (store->backend->has_one_writer && !store->is_reader) {
        store->lock_fd = file_lock_take(store->location, error);
        if (store->lock_fd < 0) {
            return false;
        }
    }
    StoreMode mode = store->is_reader ? STORE_READ : STORE_WRITE;
    Connection *connection;
    pool_take(pool_of(store, mode), 0, &connection);
    connection = connect(store, mode, error);
    pool_give(pool_of(store, mode), connection);
    return connection;
}

Store *store_open_unchecked(const StoreOptions *options, Error *error) {
    Store *store = calloc(1, sizeof *store);
    if (!store) {
        abort();
    }
    store->lock_fd = -1;
    store->is_backup = options->is_backup;
    store->is_reader = options->is_reader;
    store->wait_ms = options->wait_ms > 0 ? options->wait_ms : WAIT_MS_DEFAULT;
    set_location(store, options->location);
    statements_read(&store->statements, SQL_FILES, store->backend->dialect);
    int connections = options->connections > 0 ? options->connections : CONNECTIONS_DEFAULT;
    pool_init(&store->readers, connections);
    pool_init(&store->writers, store->backend->has_one_writer ? 1 : connections);
    groups_init(&store->groups);
    if (!open_database(store, error)) {
        store_free(store);
        return NULL;
    }
    return store;
}

Store *store_open(const StoreOptions *options, Error *error) {
    const EmbeddedFile *migrations = options->migrations ? options->migrations : MIGRATION_FILES;
    Store *store = store_open_unchecked(options, error);
    if (store &&
        !(options->migrate && !options->is_reader ? migrations_run(store, migrations, error)
                                                  : migrations_check(store, migrations, error))) {
        store_free(store);
        store = NULL;
    }
    return store;
}

void store_free(Store *store) {
    if (!store) {
        return;
    }
    // The writer last: it then finds no reader in the way of its last checkpoint.
    pool_release(&store->readers, store->backend);
    pool_release(&store->writers, store->backend);
    groups_release(&store->groups);
    statements_release(&store->statements);
    if (store->lock_fd >= 0) {
        close(store->lock_fd);
    }
    free(store->location);
    free(store);
}

StoreCounts store_counts(const Store *store) {
    return (StoreCounts){
        .committed = store->committed,
        .repeated = store->repeated,
        .failed = store->failed,
    };
}

void store_advance_clock(Store *store, int64_t ms) {
    store->clock_shift_ms += ms;
}
