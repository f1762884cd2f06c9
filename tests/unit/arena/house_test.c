// The house's bots and those of the demonstration, on both databases.

#include "arena/house.h"

#include "unit/arena/ladders_fixture.h"

// The house is on every board, once; the demonstration comes where nobody has a bot, and its bots
// are paired at once.
static void test_house_and_demo(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    Error error;
    for (int i = 0; i < 2; i++) {
        assert_true(house_add(store, &error));
        assert_true(house_add_demo(store, &error));
    }
    Board last;
    int64_t boards = 0;
    while (ladder_board((size_t)boards, &last)) {
        boards++;
    }
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM anchors"), 7 * boards);
    assert_int_equal(
        stores_number(store, "SELECT COUNT(*) FROM bots WHERE owner_id IS NULL"), 8 * boards);
    assert_int_equal(
        stores_number(store, "SELECT COUNT(*) FROM bots WHERE owner_id IS NOT NULL"), 16);
    Ladders *ladders = ladders_new(store);
    step(ladders);
    assert_true(stores_number(store, "SELECT COUNT(*) FROM pairs") >= 8);
    // Engines are told no more time than others, and do not lose on time for a busy host.
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM jobs WHERE payload LIKE '%level=%'"
                                          " AND payload NOT LIKE '%level=_,nodes=%'"),
        0);
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM jobs WHERE payload LIKE '%time=%'"
                                          " AND payload NOT LIKE '%time=100ms,margin=10s%'"),
        0);
    assert_true(
        stores_number(store, "SELECT COUNT(*) FROM jobs"
                             " WHERE payload LIKE '%engine=greedy,time=100ms,margin%'") > 0);
    ladders_free(ladders);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(test_house_and_demo),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
