#include "store/migrations.h"

#include <assert.h>
#include <stdlib.h>

#include "store/transaction.h"

int migrations_count(const EmbeddedFile *migrations) {
    int count = 0;
    for (; migrations[count].name; count++) {
        assert(atoi(migrations[count].name) == count + 1 && "migrations are numbered from 1");
    }
    return count;
}

static int64_t read_version(StoreTx *tx) {
    return query_take_int(query_begin(tx, "schema_exists")) == 0
               ? 0
               : query_take_int(query_begin(tx, "schema_version"));
}

static bool take_version(StoreTx *tx, void *context, Error *error) {
    (void)error;
    *(int *)context = (int)read_version(tx);
    return true;
}

bool migrations_version(Store *store, int *version, Error *error) {
    return store_transact(store, STORE_READ, take_version, version, error);
}

bool migrations_refuse_newer(int version, int known, Error *error) {
    return error_set(error, ERROR_STORE_NEW,
        "the store has schema %d, and this program knows only %d: use a newer immure", version,
        known);
}

typedef struct Migration {
    int number;
    const EmbeddedFile *file;
} Migration;

static bool do_step(StoreTx *tx, void *context, Error *error) {
    const Migration *step = context;
    (void)error;
    // Only one process at a time, however long it takes.
    tx_script(tx, slice_from("--pg: SET LOCAL statement_timeout = 0;\n"
                             "--pg: SET LOCAL lock_timeout = 0;\n"
                             "--pg: SELECT pg_advisory_xact_lock(7310597164893758053);\n"));
    if (read_version(tx) >= step->number) {
        return true;
    }
    tx_script(tx, step->file->bytes);
    Query *query = query_begin(tx, "schema_note");
    query_bind_int(query, 1, step->number);
    query_bind_text(query, 2, slice_from(step->file->name));
    return query_end(query);
}

// The version of a store that this program understands, and how many there are.
static bool find_version(
    Store *store, const EmbeddedFile *migrations, int *version, int *count, Error *error) {
    *count = migrations_count(migrations);
    return migrations_version(store, version, error) &&
           (*version <= *count || migrations_refuse_newer(*version, *count, error));
}

bool migrations_run(Store *store, const EmbeddedFile *migrations, Error *error) {
    int version;
    int count;
    if (!find_version(store, migrations, &version, &count, error)) {
        return false;
    }
    for (int i = version; i < count; i++) {
        Migration step = {i + 1, &migrations[i]};
        if (!store_transact(store, STORE_WRITE, do_step, &step, error)) {
            return error_prefix(error, ERROR_AT_MIGRATION, "migration %s", migrations[i].name);
        }
    }
    return true;
}

bool migrations_check(Store *store, const EmbeddedFile *migrations, Error *error) {
    int version;
    int count;
    if (!find_version(store, migrations, &version, &count, error)) {
        return false;
    }
    if (version < count) {
        return error_set(error, ERROR_STORE_OLD,
            "the store has schema %d of %d: run immure store migrate, after a backup", version,
            count);
    }
    return true;
}
