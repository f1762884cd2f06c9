// Opening, statements, the clock, blobs, migrations, backups and checks, on both databases.

#include "unit/support/stores.h"

#include <time.h>

#include "store/backup.h"
#include "store/blobs.h"
#include "store/check.h"
#include "store/migrations.h"
#include "store/transaction.h"
#include "unit/store/filled_store.h"

// Who may open what is there.
static void test_opening(void **state) {
    StorePlace *place = *state;
    Error error;
    StoreOptions options = {.location = place->location, .migrate = true, .wait_ms = 1000};
    Store *second = store_open(&options, &error);
    assert_int_equal(second != NULL, place->is_postgres);
    if (!second) {
        assert_int_equal(error.reason.code, ERROR_STORE_IN_USE);
    }
    store_free(second);
    options.is_reader = true;
    Store *reader = store_open(&options, &error);
    assert_non_null(reader);
    stores_sql(place->store, "INSERT INTO blobs (sha256, size, refs, touched_ms)"
                             " SELECT sha256, 0, 0, 0 FROM blobs WHERE 1 = 0");
    assert_int_equal(stores_number(reader, "SELECT COUNT(*) FROM blobs"), 0);
    assert_int_equal(stores_refusal(reader, STORE_WRITE, stores_run_sql, "DELETE FROM blobs"),
        ERROR_STORE_FAILED);
    store_free(reader);
    options.location =
        place->is_postgres ? "postgresql://nobody@/none?host=/nowhere" : "/nowhere/x";
    assert_null(store_open(&options, &error));
    assert_int_equal(error.reason.code, ERROR_STORE_UNREACHABLE);
    options.location = "sqlite:";
    assert_null(store_open(&options, &error));
    assert_int_equal(error.reason.code, ERROR_STORE_LOCATION);
}

// Every statement of every module is one for both databases.
static bool prepare_all(StoreTx *tx, void *context, Error *error) {
    (void)context;
    assert_true(tx->statements->count > 0);
    for (size_t i = 0; i < tx->statements->count; i++) {
        const Statement *statement = &tx->statements->items[i];
        Text sql;
        text_init(&sql);
        text_addf(&sql, "--sqlite: EXPLAIN\n--pg: PREPARE test_%s AS\n%s", statement->name,
            statement->sql);
        tx_script(tx, text_slice(&sql));
        text_release(&sql);
        if (tx_failed(tx)) {
            return error_set(error, ERROR_STORE_FAILED, "%s: %s", statement->name, tx->error.text);
        }
    }
    return true;
}

static void test_all_statements(void **state) {
    StorePlace *place = *state;
    stores_transact(place->store, STORE_WRITE, prepare_all, NULL);
}

// Whether a statement may read large tables from end to end. For those that add a row to which
// others refer, SQLite plans a search for rows that came before it, which it never has to do.
static bool may_scan(const char *name) {
    static const char *const NAMES[] = {
        "check_references", "hosts_add", "versions_add", "versions_add_house"};
    bool is_found = false;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        is_found = is_found || strcmp(name, NAMES[i]) == 0;
    }
    return is_found;
}

static void check_plan(StoreTx *tx, const Statement *statement) {
    static const char *const SCANS[] = {
        "SCAN jobs", "SCAN job_blobs", "SCAN games", "SCAN game_sides", "SCAN game_records"};
    Text sql;
    text_init(&sql);
    text_addf(&sql, "EXPLAIN QUERY PLAN %s", statement->sql);
    Query *plan = query_begin_sql(tx, sql.data);
    for (int i = 1; i <= statement->parameter_count; i++) {
        query_bind_null(plan, i);
    }
    while (query_step(plan)) {
        for (size_t i = 0; i < sizeof SCANS / sizeof *SCANS; i++) {
            if (slice_is(query_column_text(plan, 3), SCANS[i])) {
                fail_msg("%s: %s", statement->name, SCANS[i]);
            }
        }
    }
    query_end(plan);
    text_release(&sql);
}

static bool check_plans(StoreTx *tx, void *context, Error *error) {
    (void)context, (void)error;
    for (size_t i = 0; i < tx->statements->count; i++) {
        if (!may_scan(tx->statements->items[i].name)) {
            check_plan(tx, &tx->statements->items[i]);
        }
    }
    return true;
}

// Tables that grow with every job and every game have an index for each question. SQLite tells how
// it would go about it.
static void test_large_tables_are_searched(void **state) {
    StorePlace *place = *state;
    if (!place->is_postgres) {
        stores_transact(place->store, STORE_WRITE, check_plans, NULL);
    }
}

// The database's clock, which stands still within a statement.
static bool read_clock(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Query *query = query_begin_sql(tx, "SELECT now_ms(), now_ms() - now_ms()");
    assert_true(query_step(query));
    *(int64_t *)context = query_column_int(query, 0);
    assert_int_equal(query_column_int(query, 1), 0);
    return query_end(query);
}

static void test_clock(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t before;
    int64_t after;
    stores_transact(store, STORE_READ, read_clock, &before);
    assert_true(before >= now.tv_sec * 1000 && before < now.tv_sec * 1000 + 3600 * 1000);
    store_advance_clock(store, 24 * 3600 * 1000);
    stores_transact(store, STORE_WRITE, read_clock, &after);
    assert_true(after - before >= 24 * 3600 * 1000 && after - before < 25 * 3600 * 1000);
    stores_transact(store, STORE_READ, read_clock, &after);
    assert_true(after - before >= 24 * 3600 * 1000);
}

// Blobs are stored once, counted, and collected when nobody has wanted them for long enough.

static bool put_same_twice(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Sha256 *hash = context;
    *hash = blob_put(tx, (Slice){"\0bytes\xff", 7});
    Sha256 again = blob_put(tx, (Slice){"\0bytes\xff", 7});
    assert_true(sha256_equal(hash, &again));
    assert_int_equal(blob_size(tx, hash), 7);
    Sha256 other = {{1}};
    assert_int_equal(blob_size(tx, &other), -1);
    assert_false(blob_ref(tx, &other));
    assert_false(blob_touch(tx, &other));
    Text out;
    text_init(&out);
    assert_false(blob_get(tx, &other, &out));
    assert_true(blob_get(tx, hash, &out));
    assert_int_equal(out.size, 7);
    assert_memory_equal(out.data, "\0bytes\xff", 7);
    text_release(&out);
    assert_false(tx_failed(tx));
    return true;
}

static bool ref(StoreTx *tx, void *context, Error *error) {
    (void)error;
    return blob_ref(tx, context);
}

static bool unref(StoreTx *tx, void *context, Error *error) {
    (void)error;
    blob_unref(tx, context);
    return true;
}

static bool collect(StoreTx *tx, void *context, Error *error) {
    (void)error;
    *(int64_t *)context = blobs_collect(tx, 1000, 10);
    return true;
}

static int64_t collected(Store *store) {
    int64_t count = -1;
    stores_transact(store, STORE_WRITE, collect, &count);
    return count;
}

static bool put_too_much(StoreTx *tx, void *context, Error *error) {
    (void)error;
    blob_put(tx, (Slice){context, BLOB_SIZE_MAX + 1});
    return true;
}

static void test_blobs(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    Sha256 hash;
    Error error;
    stores_transact(store, STORE_WRITE, put_same_twice, &hash);
    stores_transact(store, STORE_WRITE, ref, &hash);
    stores_transact(store, STORE_WRITE, ref, &hash);
    stores_transact(store, STORE_WRITE, unref, &hash);
    store_advance_clock(store, 2000);
    assert_int_equal(collected(store), 0); // still referred to
    stores_transact(store, STORE_WRITE, unref, &hash);
    assert_int_equal(collected(store), 0); // given up just now
    store_advance_clock(store, 2000);
    int64_t size;
    assert_true(blob_find(store, &hash, &size, &error));
    assert_int_equal(size, 7);
    assert_int_equal(collected(store), 0); // somebody has just asked for it
    store_advance_clock(store, 2000);
    assert_int_equal(stores_refusal(store, STORE_WRITE, unref, &hash), ERROR_STORE_CHECK);
    assert_int_equal(collected(store), 1);
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM blob_bytes"), 0);
    assert_false(blob_find(store, &hash, &size, &error));
    assert_int_equal(error.reason.code, ERROR_BLOB_MISSING);
    Text out;
    text_init(&out);
    assert_false(blob_fetch(store, &hash, &out, &error));
    assert_int_equal(error.reason.code, ERROR_BLOB_MISSING);
    assert_true(blob_store(store, slice_from(""), &hash, &error));
    assert_true(blob_fetch(store, &hash, &out, &error));
    assert_int_equal(out.size, 0);
    text_release(&out);
    char *much = calloc(1, BLOB_SIZE_MAX + 1);
    assert_int_equal(stores_refusal(store, STORE_WRITE, put_too_much, much), ERROR_TOO_LARGE);
    free(much);
}

// Migrations.

static void count_problem(void *context, const char *problem) {
    assert_true(strlen(problem) > 0);
    (*(int *)context)++;
}

static StoreCheck checked(Store *store) {
    int reported = 0;
    StoreCheck check = {.report = count_problem, .context = &reported};
    Error error;
    assert_true(store_check(store, &check, &error));
    assert_int_equal(check.problem_count, reported);
    return check;
}

// A backup of an older program is as good.
static void restore_older(const char *path) {
    StorePlace copy;
    stores_new_place(&copy, false);
    Error error;
    if (!store_restore(path, copy.location, &error)) {
        fail_msg("%s", error.text);
    }
    copy.store = stores_open(&copy);
    assert_int_equal(checked(copy.store).blob_count, 1);
    stores_remove_place(&copy);
}

static void test_older_schemas(void **state) {
    StorePlace *place = *state;
    int known = migrations_count(MIGRATION_FILES);
    for (int version = 0; version <= known; version++) {
        StorePlace older;
        stores_new_place(&older, place->is_postgres);
        EmbeddedFile steps[100] = {0};
        for (int i = 0; i < version; i++) {
            steps[i] = MIGRATION_FILES[i];
        }
        StoreOptions options = {.location = older.location, .migrate = true, .migrations = steps};
        Error error;
        Store *store = store_open(&options, &error);
        assert_non_null(store);
        store_fill(store, version);
        store_free(store);
        if (version > 0 && !place->is_postgres) {
            restore_older(older.location);
        }
        options.migrations = NULL;
        options.migrate = false;
        store = store_open(&options, &error);
        assert_int_equal(store != NULL, version == known);
        store_free(store);
        if (version < known) {
            assert_int_equal(error.reason.code, ERROR_STORE_OLD);
        }
        older.store = stores_open(&older);
        assert_int_equal(stores_number(older.store, "SELECT COUNT(*) FROM schema_version"), known);
        StoreCheck check = checked(older.store);
        assert_int_equal(check.problem_count, 0);
        assert_int_equal(check.blob_count, version > 0);
        stores_remove_place(&older);
    }
}

// The program's own steps and one more.
static void with_one_more(EmbeddedFile steps[100], const char *sql) {
    int known = migrations_count(MIGRATION_FILES);
    static char name[32];
    memcpy(steps, MIGRATION_FILES, (size_t)known * sizeof *steps);
    snprintf(name, sizeof name, "%04d-more", known + 1);
    steps[known] = (EmbeddedFile){name, slice_from(sql)};
    steps[known + 1] = (EmbeddedFile){0};
}

static void test_newer_schema(void **state) {
    StorePlace *place = *state;
    store_free(place->store);
    place->store = NULL;
    EmbeddedFile steps[100];
    with_one_more(steps, "CREATE TABLE more (id BIGINT PRIMARY KEY)");
    StoreOptions options = {.location = place->location, .migrate = true, .migrations = steps};
    Error error;
    Store *store = store_open(&options, &error);
    assert_non_null(store);
    store_free(store);
    options.migrations = NULL;
    for (int i = 0; i < 2; i++) {
        options.migrate = i;
        assert_null(store_open(&options, &error));
        assert_int_equal(error.reason.code, ERROR_STORE_NEW);
    }
}

static void test_failed_migration(void **state) {
    StorePlace *place = *state;
    store_free(place->store);
    place->store = NULL;
    EmbeddedFile steps[100];
    with_one_more(steps, "CREATE TABLE more (id BIGINT PRIMARY KEY);\n"
                         "INSERT INTO more (id) VALUES (1);\n"
                         "INSERT INTO more (id) VALUES (1)");
    StoreOptions options = {.location = place->location, .migrate = true, .migrations = steps};
    Error error;
    assert_null(store_open(&options, &error));
    assert_int_equal(error.reason.code, ERROR_STORE_DUPLICATE);
    assert_int_equal(error.places[0].code, ERROR_AT_MIGRATION);
    place->store = stores_open(place); // as it was
    stores_sql(place->store, "CREATE TABLE more (id BIGINT PRIMARY KEY)");
}

// A backup of either database is restored into either.

enum { BLOBS = 120 }; // more rows than are copied at once

static bool put_several(StoreTx *tx, void *context, Error *error) {
    (void)context;
    (void)error;
    for (int i = 0; i < BLOBS; i++) {
        char bytes[16];
        snprintf(bytes, sizeof bytes, "blob %d", i);
        blob_put(tx, slice_from(bytes));
    }
    return true;
}

static void assert_restored(StorePlace *copy, const Text *expected) {
    copy->store = stores_open(copy);
    StoreCheck check = checked(copy->store);
    assert_int_equal(check.problem_count, 0);
    assert_int_equal(check.blob_count, BLOBS + 1);
    Text restored;
    store_contents(copy->store, &restored);
    assert_string_equal(restored.data, expected->data);
    text_release(&restored);
    // New rows have new numbers.
    stores_sql(copy->store, "INSERT INTO audit (at_ms, actor, action, subject, detail)"
                            " VALUES (1, 'a', 'b', 'c', 'd')");
    assert_int_equal(stores_number(copy->store, "SELECT MAX(id) FROM audit"), 21);
}

static void test_backup(void **state) {
    StorePlace *place = *state;
    store_fill(place->store, migrations_count(MIGRATION_FILES));
    stores_transact(place->store, STORE_WRITE, put_several, NULL);
    Text expected;
    store_contents(place->store, &expected);
    StorePlace file;
    stores_new_place(&file, false);
    Error error;
    if (!store_backup(place->location, file.location, &error)) {
        fail_msg("%s", error.text);
    }
    assert_false(store_backup(place->location, file.location, &error));
    assert_int_equal(error.reason.code, ERROR_FILE_UNWRITABLE);
    assert_false(store_restore(file.location, file.location, &error));
    for (int is_postgres = 0; is_postgres < 2; is_postgres++) {
        StorePlace copy;
        stores_new_place(&copy, is_postgres);
        if (!store_restore(file.location, copy.location, &error)) {
            fail_msg("%s", error.text);
        }
        assert_false(store_restore(file.location, copy.location, &error));
        assert_int_equal(error.reason.code, ERROR_STORE_NOT_EMPTY);
        assert_restored(&copy, &expected);
        stores_remove_place(&copy);
    }
    text_release(&expected);
    stores_remove_place(&file);
}

// Something may still name what was removed: a restored store, too, draws new numbers.

static void add_audits(Store *store, int count) {
    for (int i = 0; i < count; i++) {
        stores_sql(store, "INSERT INTO audit (at_ms, actor, action, subject, detail)"
                          " VALUES (1, 'a', 'b', 'c', 'd')");
    }
}

static void test_numbers_of_removed_rows(void **state) {
    StorePlace *place = *state;
    for (int kept = 0; kept < 2; kept++) {
        add_audits(place->store, 3);
        stores_sql(place->store, kept > 0 ? "DELETE FROM audit WHERE id > 4" : "DELETE FROM audit");
        StorePlace file;
        stores_new_place(&file, false);
        Error error;
        must(store_backup(place->location, file.location, &error), &error);
        for (int is_postgres = 0; is_postgres < 2; is_postgres++) {
            StorePlace copy;
            stores_new_place(&copy, is_postgres);
            must(store_restore(file.location, copy.location, &error), &error);
            copy.store = stores_open(&copy);
            assert_int_equal(stores_number(copy.store, "SELECT COUNT(*) FROM audit"), kept);
            add_audits(copy.store, 1);
            assert_int_equal(
                stores_number(copy.store, "SELECT MAX(id) FROM audit"), kept > 0 ? 7 : 4);
            stores_remove_place(&copy);
        }
        stores_remove_place(&file);
    }
}

// What is damaged is found.

static void test_check(void **state) {
    static const char *const DAMAGES[] = {
        "UPDATE blobs SET size = size + 1",
        "UPDATE blobs SET size = size - 1, refs = refs + 1",
        "UPDATE blob_bytes SET bytes =\n--sqlite: x'00'\n--pg: '\\x00'",
        "DELETE FROM blob_bytes",
    };
    static const int PROBLEMS[] = {1, 1, 2, 2};
    Store *store = ((StorePlace *)*state)->store;
    Sha256 hash;
    stores_transact(store, STORE_WRITE, put_same_twice, &hash);
    assert_int_equal(checked(store).problem_count, 0);
    for (size_t i = 0; i < sizeof DAMAGES / sizeof *DAMAGES; i++) {
        stores_sql(store, DAMAGES[i]);
        assert_int_equal(checked(store).problem_count, PROBLEMS[i]);
    }
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(test_opening),
        STORE_TEST(test_all_statements),
        STORE_TEST(test_large_tables_are_searched),
        STORE_TEST(test_clock),
        STORE_TEST(test_blobs),
        STORE_TEST(test_older_schemas),
        STORE_TEST(test_newer_schema),
        STORE_TEST(test_failed_migration),
        STORE_TEST(test_backup),
        STORE_TEST(test_numbers_of_removed_rows),
        STORE_TEST(test_check),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
