// Buckets of tries, on both databases and on the database's clock.

#include "unit/support/stores.h"

#include "arena/rate_limits.h"

static const RateLimit LIMIT = {"test", 3, 10000};

typedef struct Try {
    const char *who;
    Error error;
} Try;

static bool charge(StoreTx *tx, void *context, Error *error) {
    return rate_limit_charge(tx, &LIMIT, slice_from(((Try *)context)->who), error);
}

static bool clear(StoreTx *tx, void *context, Error *error) {
    (void)error;
    rate_limit_clear(tx, &LIMIT, slice_from(context));
    return true;
}

static bool sweep(StoreTx *tx, void *context, Error *error) {
    (void)context, (void)error;
    rate_limits_sweep(tx);
    return true;
}

// How many tries somebody has left; the seconds that the last refusal named.
static int tries_left(Store *store, const char *who, int *wait_s) {
    Try one = {.who = who};
    int count = 0;
    while (store_transact(store, STORE_WRITE, charge, &one, &one.error)) {
        count++;
        assert_true(count < 100);
    }
    assert_int_equal(one.error.reason.code, ERROR_TOO_MANY_TRIES);
    assert_true(slice_to_int(slice_from(one.error.reason.arguments[0]), wait_s));
    return count;
}

static void a_bucket_empties_and_fills(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    int wait_s;
    assert_int_equal(tries_left(store, "ann", &wait_s), 3);
    assert_true(wait_s > 5 && wait_s <= 10);
    assert_int_equal(tries_left(store, "bob", &wait_s), 3);
    store_advance_clock(store, 10000);
    assert_int_equal(tries_left(store, "ann", &wait_s), 1);
    store_advance_clock(store, 20000);
    assert_int_equal(tries_left(store, "ann", &wait_s), 2);
    store_advance_clock(store, 24 * 3600 * 1000);
    assert_int_equal(tries_left(store, "ann", &wait_s), 3); // never more than the burst
}

static void a_success_gives_all_tries_back(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    int wait_s;
    assert_int_equal(tries_left(store, "ann", &wait_s), 3);
    assert_int_equal(tries_left(store, "bob", &wait_s), 3);
    stores_transact(store, STORE_WRITE, clear, "ann");
    assert_int_equal(tries_left(store, "bob", &wait_s), 0);
    assert_int_equal(tries_left(store, "ann", &wait_s), 3);
}

static void full_buckets_are_forgotten(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    int wait_s;
    tries_left(store, "ann", &wait_s);
    stores_transact(store, STORE_WRITE, sweep, NULL);
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM rate_limits"), 1);
    store_advance_clock(store, 30000);
    stores_transact(store, STORE_WRITE, sweep, NULL);
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM rate_limits"), 0);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(a_bucket_empties_and_fills),
        STORE_TEST(a_success_gives_all_tries_back),
        STORE_TEST(full_buckets_are_forgotten),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
