// Ladders on both databases: what is ordered, rated, written and made again.

#include "unit/arena/ladders_fixture.h"

#include "arena/bots.h"
#include "arena/ladder_lists.h"
#include "arena/pairing.h"
#include "arena/site_settings.h"

// Everything that the ladder of a store says, as one number for each table.
static int64_t different_rows(Store *store) {
    Error error;
    RerateCounts counts;
    Board amazons = board();
    if (!ladder_rerate(store, &amazons, true, &counts, &error)) {
        fail_msg("%s", error.text);
    }
    assert_true(counts.games > 0 && counts.ratings == BOTS + 2 && counts.points > 0);
    return counts.different;
}

// Every bot gets a pair in the first step, with anchors or others' bots, never twice; few are open.
static void test_orders(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    fill(store);
    Ladders *ladders = ladders_new(store);
    step(ladders);
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM bots WHERE id > 200 AND NOT EXISTS"
                                          " (SELECT 1 FROM pairs WHERE bots.id IN"
                                          " (first_version_id, second_version_id))"),
        0);
    int64_t open = stores_number(store, "SELECT COUNT(*) FROM pairs WHERE purpose = 'ranked'");
    assert_in_range(open, BOTS / 2, BOTS);
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM jobs"), open);
    step(ladders); // no hosts: nothing more is ordered
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM pairs"), open);
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM pairs WHERE opening = ''"), 0);
    ladders_free(ladders);
}

static void test_paused_ladder(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    fill(store);
    stores_sql(
        store, "INSERT INTO ladders (game, variant, is_paused) VALUES ('amazons', '8x8', 1)");
    Ladders *ladders = ladders_new(store);
    step(ladders);
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM pairs"), 0);
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM ratings"), BOTS + 2);
    ladders_free(ladders);
}

// Two servers at once, and one that starts in the middle: every game counts once, and all that is
// derived is what one finds who makes it again from the games.
static void test_servers_and_rerate(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    fill(store);
    Rng rng;
    rng_init(&rng, 1);
    Playing playing = {.rng = &rng};
    Ladders *one = ladders_new(store);
    Ladders *two = ladders_new(store);
    for (int round = 0; round < 24; round++) {
        assert_true(play_round(store, round % 3 > 0 ? one : two, &playing) > 0);
        if (round == 12) {
            ladders_free(two);
            two = ladders_new(store);
        }
    }
    step(one);
    step(two);
    assert_int_equal(different_rows(store), 0);
    int64_t games = stores_number(store, "SELECT COUNT(*) FROM games");
    assert_int_equal(
        stores_number(store, "SELECT CAST(SUM(games) AS BIGINT) FROM ratings"), 2 * games);
    assert_int_equal(
        stores_number(store, "SELECT CAST(SUM(games) AS BIGINT) FROM head_to_head"), 2 * games);
    assert_int_equal(stores_number(store, "SELECT COUNT(DISTINCT rank) FROM ratings"), BOTS + 2);
    // The order of the true strengths, first and last.
    assert_true(stores_number(store, "SELECT bot_id FROM ratings WHERE rank = 1") > 204);
    assert_int_equal(
        stores_number(store, "SELECT COUNT(*) FROM pairs JOIN bots a ON a.id = first_version_id"
                             " JOIN bots b ON b.id = second_version_id"
                             " WHERE COALESCE(a.owner_id, 0) = COALESCE(b.owner_id, 0)"),
        0);
    ladders_free(one);
    ladders_free(two);
    // What is spoiled is found, and mended.
    stores_sql(store, "UPDATE ratings SET elo = elo + 5 WHERE rank = 2");
    stores_sql(store, "DELETE FROM rating_history WHERE bot_id = 203");
    stores_sql(store, "UPDATE head_to_head SET wins = wins + 1 WHERE bot_id = 204");
    assert_true(different_rows(store) >= 3);
    Error error;
    RerateCounts counts;
    Board amazons = board();
    assert_true(ladder_rerate(store, &amazons, false, &counts, &error));
    assert_int_equal(different_rows(store), 0);
}

// Plays until the crasher is paused. Its last games are in one round, two pairs at most.
static void play_until_paused(Store *store, Ladders *ladders, Playing *playing) {
    int64_t before = stores_number(store, "SELECT fouls FROM ratings WHERE version_id = 203");
    while (stores_number(store, "SELECT COUNT(*) FROM bots WHERE state = 'paused'") == 0) {
        play_round(store, ladders, playing);
        step(ladders);
    }
    step(ladders); // it has no rank any more
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM bots WHERE id = 203"
                                          " AND state = 'paused'"
                                          " AND reason LIKE '%too-many-fouls%'"),
        1);
    int64_t fouls = stores_number(store, "SELECT fouls FROM ratings WHERE version_id = 203");
    assert_in_range(fouls - before, BOOK_FOULS_IN_ROW, BOOK_FOULS_IN_ROW + 3);
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM ratings WHERE version_id = 203"
                                          " AND rank IS NULL"),
        1);
}

static bool resume(StoreTx *tx, void *context, Error *error) {
    (void)context;
    (void)error;
    bot_set_state(tx, 203, "active", slice_from(""));
    return true;
}

static bool activate_again(StoreTx *tx, void *context, Error *error) {
    (void)context;
    return bot_activate(tx, 203, 203, error);
}

// Ten fouls in a row: paused with a reason, and no pairs any more until its owner has it play
// again, by a word or by a version; then its fouls are counted anew.
static void test_failing_bot_is_paused(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    fill(store);
    Rng rng;
    rng_init(&rng, 2);
    Playing playing = {.rng = &rng, .crasher = 203};
    Ladders *ladders = ladders_new(store);
    step(ladders);
    play_until_paused(store, ladders, &playing);
    stores_transact(store, STORE_WRITE, resume, NULL);
    play_until_paused(store, ladders, &playing);
    stores_transact(store, STORE_WRITE, activate_again, NULL);
    play_until_paused(store, ladders, &playing);
    stores_transact(store, STORE_WRITE, resume, NULL);
    playing.crasher = 0; // mended: a good game, and it stays
    for (int round = 0; round < 8; round++) {
        play_round(store, ladders, &playing);
    }
    assert_int_equal(
        stores_number(store, "SELECT COUNT(*) FROM bots WHERE id = 203 AND state = 'active'"), 1);
    ladders_free(ladders);
}

static void add_version_2(Store *store) {
    stores_sql(store, "INSERT INTO versions (id, bot_id, number, protocol, language, words, state,"
                      " deadline_ms, created_ms)"
                      " VALUES (301, 206, 2, 'text', '', 'engine=random', 'ready', 0, 1)");
    stores_sql(store, "UPDATE bots SET active_version_id = 301 WHERE id = 206");
}

// A new version begins with its predecessor's rating, with more doubt, and is paired at once.
static void test_new_version(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    fill(store);
    Rng rng;
    rng_init(&rng, 3);
    Playing playing = {.rng = &rng};
    Ladders *ladders = ladders_new(store);
    for (int round = 0; round < 8; round++) {
        play_round(store, ladders, &playing);
    }
    add_version_2(store);
    step(ladders);
    assert_int_equal(
        stores_number(store, "SELECT COUNT(*) FROM ratings a, ratings b WHERE a.version_id = 301"
                             " AND b.version_id = 206 AND abs(a.elo - b.elo) < 1"
                             " AND a.error > b.error + 100 AND a.rank > 0 AND b.rank IS NULL"),
        1);
    assert_true(stores_number(store, "SELECT COUNT(*) FROM pairs WHERE state = 'waiting'"
                                     " AND 301 IN (first_version_id, second_version_id)") > 0);
    ladders_free(ladders);
}

#define ERROR_MAX 250

static bool set_error_max(StoreTx *tx, void *context, Error *error) {
    (void)context;
    (void)error;
    site_set_number(tx, SITE_RATING_ERROR, ERROR_MAX, "admin");
    return true;
}

static bool read_summary(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Board amazons = board();
    ladder_summary(tx, &amazons, context);
    return true;
}

static int64_t count_unsettled(Store *store) {
    LadderSummary summary;
    stores_transact(store, STORE_READ, read_summary, &summary);
    return summary.unsettled;
}

// Once every rating is known as well as the admin wants, nobody plays until something new comes;
// then only as much as that needs.
static void test_ladder_rests(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    fill(store);
    Rng rng;
    rng_init(&rng, 5);
    Playing playing = {.rng = &rng};
    Ladders *ladders = ladders_new(store);
    stores_transact(store, STORE_WRITE, set_error_max, NULL);
    step(ladders);
    assert_int_equal(count_unsettled(store), BOTS);
    int64_t games[2];
    for (int change = 0; change < 2; change++) {
        while (play_round(store, ladders, &playing) > 0) {
        }
        assert_int_equal(count_unsettled(store), 0);
        games[change] = stores_number(store, "SELECT COUNT(*) FROM games");
        assert_true(games[change] > 0 && games[change] <= BOTS * pairing_games_max(ERROR_MAX));
        if (change == 0) {
            add_version_2(store);
            step(ladders);
            assert_int_equal(count_unsettled(store), 1);
        }
    }
    int64_t more = stores_number(store, "SELECT games FROM ratings WHERE version_id = 301");
    assert_true(more >= 2 && games[1] - games[0] <= 2 * pairing_games_max(ERROR_MAX));
    ladders_free(ladders);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(test_orders),
        STORE_TEST(test_paused_ladder),
        STORE_TEST(test_servers_and_rerate),
        STORE_TEST(test_failing_bot_is_paused),
        STORE_TEST(test_new_version),
        STORE_TEST(test_ladder_rests),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
