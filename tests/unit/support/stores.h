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
        snprintf(place->folder, sizeof place->folder, "/tmp/immure-store-XXXXXX");
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
