#pragma once
// Tests that are asked of both databases: each test gets a new, empty store of its own as its
// state.
//
//     int main(void) {
//         static const StoreTest TESTS[] = {STORE_TEST(test_counts), ...};
//         return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
//     }

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/store.h"
#include "unit/support/postgres_server.h"

typedef struct StoreTest {
    const char *name;
    void (*run)(void **state);
} StoreTest;

#define STORE_TEST(function)                                                                       \
    { #function, function }

// The state of a test: where its store is. What is there is open and migrated, unless the test has
// closed it.
typedef struct StorePlace {
    bool is_postgres;
    char location[POSTGRES_URL_SIZE];
    char folder[64]; // of the SQLite file, or empty
    Store *store;
} StorePlace;

static inline void must(bool is_done, const Error *error) {
    if (!is_done) {
        fail_msg("%s", error->text);
    }
}

static inline void refused(bool is_done, const Error *error, ErrorCode code) {
    assert_false(is_done);
    assert_string_equal(error_code_name(error->reason.code), error_code_name(code));
}

static inline Store *store_of(void **state) {
    return ((StorePlace *)*state)->store;
}

static PostgresServer stores_server;

static inline Store *stores_open(const StorePlace *place) {
    Error error;
    Store *store =
        store_open(&(StoreOptions){.location = place->location, .migrate = true}, &error);
    if (!store) {
        fail_msg("%s", error.text);
    }
    return store;
}

// A place where nothing is yet.
static inline void stores_new_place(StorePlace *place, bool is_postgres) {
    *place = (StorePlace){.is_postgres = is_postgres};
    if (is_postgres) {
        postgres_server_ask(&stores_server, "database", place->location);
    } else {
        snprintf(place->folder, sizeof place->folder, "%s/immure-store-XXXXXX",
            access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
        assert_non_null(mkdtemp(place->folder));
        snprintf(place->location, sizeof place->location, "%s/store.db", place->folder);
    }
}

static inline void stores_remove_place(StorePlace *place) {
    store_free(place->store);
    if (!place->is_postgres) {
        char command[100];
        snprintf(command, sizeof command, "rm -r %s", place->folder);
        assert_int_equal(system(command), 0);
    }
}

// A transaction that must succeed.
static inline void stores_transact(Store *store, StoreMode mode, StoreBody *body, void *context) {
    Error error;
    if (!store_transact(store, mode, body, context, &error)) {
        fail_msg("%s", error.text);
    }
}

// Why one failed that must fail.
static inline ErrorCode stores_refusal(
    Store *store, StoreMode mode, StoreBody *body, void *context) {
    Error error;
    assert_false(store_transact(store, mode, body, context, &error));
    return error.reason.code;
}

static inline bool stores_run_sql(StoreTx *tx, void *context, Error *error) {
    (void)error;
    return query_end(query_begin_sql(tx, context));
}

static inline void stores_sql(Store *store, const char *sql) {
    stores_transact(store, STORE_WRITE, stores_run_sql, (void *)sql);
}

typedef struct StoresNumber {
    const char *sql;
    int64_t number;
} StoresNumber;

static inline bool stores_take_number(StoreTx *tx, void *context, Error *error) {
    (void)error;
    StoresNumber *number = context;
    number->number = query_take_int(query_begin_sql(tx, number->sql));
    return true;
}

// The one number that a statement selects.
static inline int64_t stores_number(Store *store, const char *sql) {
    StoresNumber number = {.sql = sql};
    stores_transact(store, STORE_READ, stores_take_number, &number);
    return number.number;
}

static inline int stores_set_up(void **state) {
    bool is_postgres = *state != NULL;
    StorePlace *place = malloc(sizeof *place);
    assert_non_null(place);
    stores_new_place(place, is_postgres);
    place->store = stores_open(place);
    *state = place;
    return 0;
}

static inline int stores_tear_down(void **state) {
    stores_remove_place(*state);
    free(*state);
    return 0;
}

static inline int stores_run(const StoreTest *tests, size_t count) {
    struct CMUnitTest *all = calloc(2 * count, sizeof *all);
    static char names[200][100];
    assert_true(all && 2 * count <= sizeof names / sizeof *names);
    for (size_t i = 0; i < 2 * count; i++) {
        bool is_postgres = i >= count;
        snprintf(names[i], sizeof names[i], "%s, %s", tests[i % count].name,
            is_postgres ? "PostgreSQL" : "SQLite");
        all[i] = (struct CMUnitTest){names[i], tests[i % count].run, stores_set_up,
            stores_tear_down, is_postgres ? names[i] : NULL};
    }
    postgres_server_start(&stores_server, NULL);
    int failed = _cmocka_run_group_tests("store", all, 2 * count, NULL, NULL);
    postgres_server_stop(&stores_server);
    free(all);
    return failed;
}
