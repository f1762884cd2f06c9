// SIGKILL at random moments, of who writes and of PostgreSQL itself: no acknowledged change is
// lost, none is half done, and the store is sound.
//
// IMMURE_KILLS says how often (10 of each kind unless told otherwise).

#include "unit/support/stores.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>

#include "base/rng.h"
#include "store/blobs.h"
#include "store/check.h"
#include "store/migrations.h"
#include "store/statements.h"

enum { WRITERS = 4, ACKNOWLEDGED_MAX = 60, NUMBERS_PER_ROUND = 1000000 };

static int kill_count(void) {
    const char *wanted = getenv("IMMURE_KILLS");
    return wanted ? atoi(wanted) : 10;
}

// A number goes into two tables, and the first of them has it once.
static bool write_number(StoreTx *tx, void *context, Error *error) {
    (void)error;
    int64_t number = *(int64_t *)context;
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)number);
    Query *query = query_begin_sql(
        tx, "INSERT INTO numbers (number) VALUES ($1) ON CONFLICT (number) DO NOTHING");
    query_bind_int(query, 1, number);
    query_end(query);
    blob_put(tx, slice_from(text));
    return true;
}

typedef struct Writer {
    Store *store;
    int64_t next;
    int pipe;
} Writer;

// Writes numbers until it is killed, and tells each that was acknowledged. An unknown outcome is
// settled by doing it again.
static void *write_on(void *context) {
    Writer *writer = context;
    for (;; writer->next += WRITERS) {
        Error error;
        while (!store_transact(writer->store, STORE_WRITE, write_number, &writer->next, &error)) {
            if (error.reason.code != ERROR_STORE_OUTCOME_UNKNOWN &&
                error.reason.code != ERROR_STORE_UNREACHABLE) {
                fprintf(stderr, "writer: %s\n", error.text);
                _exit(1);
            }
        }
        if (write(writer->pipe, &writer->next, sizeof writer->next) != sizeof writer->next) {
            _exit(0);
        }
    }
    return NULL;
}

static void write_until_killed(const StorePlace *place, int64_t first, int pipe) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    Writer writers[WRITERS];
    pthread_t threads[WRITERS];
    Error error;
    Store *store = store_open(&(StoreOptions){.location = place->location}, &error);
    if (!store) {
        fprintf(stderr, "writer: %s\n", error.text);
        _exit(1);
    }
    for (int i = 0; i < WRITERS; i++) {
        writers[i] = (Writer){store, first + i, pipe};
        pthread_create(&threads[i], NULL, write_on, &writers[i]);
    }
    pthread_join(threads[0], NULL);
}

typedef struct Acknowledged {
    int64_t *numbers;
    size_t count;
} Acknowledged;

static bool read_acknowledged(int pipe, Acknowledged *acknowledged) {
    int64_t number;
    if (read(pipe, &number, sizeof number) != sizeof number) {
        return false;
    }
    acknowledged->numbers =
        reallocarray(acknowledged->numbers, acknowledged->count + 1, sizeof *acknowledged->numbers);
    assert_non_null(acknowledged->numbers);
    acknowledged->numbers[acknowledged->count++] = number;
    return true;
}

static bool find_all(StoreTx *tx, void *context, Error *error) {
    const Acknowledged *acknowledged = context;
    for (size_t i = 0; i < acknowledged->count; i++) {
        Query *query = query_begin_sql(tx, "SELECT COUNT(*) FROM numbers WHERE number = $1");
        query_bind_int(query, 1, acknowledged->numbers[i]);
        if (query_take_int(query) != 1) {
            return error_set(error, ERROR_NOT_FOUND, "%lld was acknowledged and is not there",
                (long long)acknowledged->numbers[i]);
        }
    }
    return true;
}

static void print_problem(void *context, const char *problem) {
    (void)context;
    print_error("%s\n", problem);
}

static void assert_kept(StorePlace *place, Acknowledged *acknowledged) {
    Store *store = stores_open(place);
    stores_transact(store, STORE_READ, find_all, acknowledged);
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM numbers"),
        stores_number(store, "SELECT COUNT(*) FROM blobs"));
    store_free(store);
}

static void assert_sound(StorePlace *place) {
    Store *store = stores_open(place);
    StoreCheck check = {.report = print_problem};
    Error error;
    assert_true(store_check(store, &check, &error));
    assert_int_equal(check.problem_count, 0);
    store_free(store);
}

// Starts a writer and, after a random number of acknowledged changes, does something to it. Whether
// it was killed or not, it is dead in the end.
static void disturb(StorePlace *place, int round, Rng *rng, bool is_crash) {
    Acknowledged all = {0};
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        write_until_killed(place, (int64_t)round * NUMBERS_PER_ROUND, ends[1]);
    }
    close(ends[1]);
    for (int left = 1 + (int)rng_below(rng, ACKNOWLEDGED_MAX); left > 0; left--) {
        assert_true(read_acknowledged(ends[0], &all));
    }
    if (is_crash) {
        char answer[POSTGRES_URL_SIZE];
        postgres_server_ask(&stores_server, "crash", answer);
        for (int i = 0; i < 2 * WRITERS; i++) {
            assert_true(read_acknowledged(ends[0], &all)); // it goes on
        }
    }
    kill(child, SIGKILL);
    while (read_acknowledged(ends[0], &all)) {
    }
    close(ends[0]);
    waitpid(child, NULL, 0);
    assert_kept(place, &all);
    free(all.numbers);
}

static void disturb_often(StorePlace *place, bool is_crash) {
    stores_sql(place->store, "CREATE TABLE numbers (number BIGINT PRIMARY KEY)");
    store_free(place->store);
    place->store = NULL;
    Rng rng;
    rng_init(&rng, (uint64_t)time(NULL));
    for (int round = 0; round < kill_count(); round++) {
        disturb(place, round, &rng, is_crash);
    }
    assert_sound(place);
}

static void test_writer_killed(void **state) {
    disturb_often(*state, false);
}

static void test_server_killed(void **state) {
    StorePlace *place = *state;
    if (place->is_postgres) {
        disturb_often(place, true);
    }
}

// A migration is done or not, whenever it is interrupted.

enum { TABLES = 60 };

static void migrate_slowly(const StorePlace *place, EmbeddedFile *steps, int pipe) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    Error error;
    StoreOptions options = {.location = place->location, .migrate = true, .migrations = steps};
    if (write(pipe, "", 1) == 1) {
        store_open(&options, &error);
    }
    _exit(0);
}

static void test_migration_killed(void **state) {
    const StorePlace *like = *state;
    int known = migrations_count(MIGRATION_FILES);
    EmbeddedFile steps[100] = {0};
    memcpy(steps, MIGRATION_FILES, (size_t)known * sizeof *steps);
    char name[32];
    snprintf(name, sizeof name, "%04d-more", known + 1);
    Text sql;
    text_init(&sql);
    for (int i = 0; i < TABLES; i++) {
        text_addf(&sql, "CREATE TABLE more%d (id BIGINT PRIMARY KEY);\n", i);
    }
    steps[known] = (EmbeddedFile){name, text_slice(&sql)};
    Rng rng;
    rng_init(&rng, (uint64_t)time(NULL));
    for (int round = 0; round < kill_count() / 2; round++) {
        StorePlace place;
        stores_new_place(&place, like->is_postgres);
        store_free(stores_open(&place));
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            migrate_slowly(&place, steps, ends[1]);
        }
        char byte;
        assert_int_equal(read(ends[0], &byte, 1), 1);
        usleep((useconds_t)rng_below(&rng, 30000)); // any moment will do
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        close(ends[0]);
        close(ends[1]);
        Error error;
        place.store = store_open_unchecked(&(StoreOptions){.location = place.location}, &error);
        assert_non_null(place.store);
        int version;
        assert_true(migrations_version(place.store, &version, &error));
        int64_t tables = stores_number(place.store,
            "--sqlite: SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table'\n"
            "--pg: SELECT COUNT(*) FROM pg_tables\n"
            "--sqlite: AND name LIKE 'more%'\n"
            "--pg: WHERE tablename LIKE 'more%'");
        assert_true(
            (version == known && tables == 0) || (version == known + 1 && tables == TABLES));
        stores_remove_place(&place);
    }
    text_release(&sql);
}

// A connection that is killed by its own statement, or by its own commit.

static Store *reopen(StorePlace *place, int wait_ms) {
    store_free(place->store);
    Error error;
    place->store = store_open(
        &(StoreOptions){.location = place->location, .connections = 1, .wait_ms = wait_ms}, &error);
    assert_non_null(place->store);
    return place->store;
}

static void test_connection_killed(void **state) {
    StorePlace *place = *state;
    if (!place->is_postgres) {
        return;
    }
    Store *store = reopen(place, 100);
    assert_int_equal(stores_refusal(store, STORE_WRITE, stores_run_sql,
                         "SELECT pg_terminate_backend(pg_backend_pid())"),
        ERROR_STORE_UNREACHABLE);
    assert_true(store_counts(store).repeated > 0);
    stores_sql(store, "CREATE TABLE fatal (id BIGINT PRIMARY KEY)");
    stores_sql(store, "CREATE FUNCTION die() RETURNS TRIGGER LANGUAGE plpgsql AS"
                      " 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'");
    stores_sql(store, "CREATE CONSTRAINT TRIGGER fatal AFTER INSERT ON fatal"
                      " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die()");
    uint64_t repeated = store_counts(store).repeated;
    assert_int_equal(
        stores_refusal(store, STORE_WRITE, stores_run_sql, "INSERT INTO fatal (id) VALUES (1)"),
        ERROR_STORE_OUTCOME_UNKNOWN);
    assert_int_equal(store_counts(store).repeated, repeated); // that is for the caller to do
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM fatal"), 0);
}

// Who waits for himself is told so in time.

static bool nest(StoreTx *tx, void *context, Error *error) {
    (void)tx;
    return store_transact(context, STORE_WRITE, stores_run_sql, "SELECT 1", error);
}

static void test_busy(void **state) {
    Store *store = reopen(*state, 10);
    assert_int_equal(stores_refusal(store, STORE_WRITE, nest, store), ERROR_STORE_BUSY);
    stores_sql(store, "SELECT 1");
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(test_writer_killed),
        STORE_TEST(test_server_killed),
        STORE_TEST(test_migration_killed),
        STORE_TEST(test_connection_killed),
        STORE_TEST(test_busy),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
