// Ladders on both databases: what is ordered, rated, written and made again.

#include "arena/ladders.h"

#include "unit/support/stores.h"

#include "arena/bots.h"
#include "arena/house.h"
#include "arena/ladder_lists.h"
#include "arena/pairing.h"
#include "arena/site_settings.h"
#include "base/rng.h"

#define BOTS 6

static Board board(void) {
    Board out;
    assert_true(ladder_board(0, &out));
    return out;
}

// A person each with a bot, whose version number 1 is an engine's; the house has two anchors.
static void fill(Store *store) {
    stores_sql(store, "INSERT INTO bots (id, name, game, variant, state, active_version_id,"
                      " created_ms) VALUES (101, 'weak', 'amazons', '8x8', 'active', 101, 1),"
                      " (102, 'strong', 'amazons', '8x8', 'active', 102, 1)");
    stores_sql(store, "INSERT INTO versions (id, bot_id, number, protocol, language, words, state,"
                      " deadline_ms, created_ms) VALUES"
                      " (101, 101, 1, 'text', '', 'engine=random', 'ready', 0, 1),"
                      " (102, 102, 1, 'text', '', 'engine=greedy', 'ready', 0, 1)");
    stores_sql(store, "INSERT INTO anchors (version_id, elo) VALUES (101, 1000), (102, 1400)");
    for (int i = 1; i <= BOTS; i++) {
        char sql[400];
        snprintf(sql, sizeof sql,
            "INSERT INTO people (id, name, name_key, password_hash, role, state, created_ms)"
            " VALUES (%d, 'p%d', 'p%d', '!', 'student', 'active', 1)",
            i, i, i);
        stores_sql(store, sql);
        snprintf(sql, sizeof sql,
            "INSERT INTO bots (id, owner_id, name, game, variant, state, active_version_id,"
            " created_ms) VALUES (%d, %d, 'b', 'amazons', '8x8', 'active', %d, 1)",
            200 + i, i, 200 + i);
        stores_sql(store, sql);
        snprintf(sql, sizeof sql,
            "INSERT INTO versions (id, bot_id, number, protocol, language, words, state,"
            " deadline_ms, created_ms) VALUES (%d, %d, 1, 'text', '', 'engine=random', 'ready', 0,"
            " 1)",
            200 + i, 200 + i);
        stores_sql(store, sql);
    }
}

static void step(Ladders *ladders) {
    Error error;
    if (!ladders_step(ladders, &error)) {
        fail_msg("%s", error.text);
    }
}

typedef struct Playing {
    Rng *rng;
    int64_t crasher; // the version that crashes; 0: none
    int64_t played;
} Playing;

// Who is better the higher its number; a game follows from the two and chance.
static const char *play(Playing *playing, int64_t first, int64_t second, const char **verdict) {
    *verdict = "no-move";
    if (first == playing->crasher || second == playing->crasher) {
        *verdict = "crash";
        return first == playing->crasher ? "0-1" : "1-0";
    }
    double score = stats_score(150.0 * (double)(first - second));
    return rng_unit(playing->rng) < score ? "1-0" : "0-1";
}

// A bot has the number of its version here.
static void add_sides(StoreTx *tx, int64_t first, int64_t second) {
    const int64_t bots[2] = {first, second};
    for (int side = 0; side < 2; side++) {
        Query *add = query_begin_sql(tx,
            "INSERT INTO game_sides (game_id, side, bot_id, version_id, name)"
            " SELECT MAX(id), $1, CASE WHEN CAST($2 AS BIGINT) = 301 THEN 206 ELSE $2 END, $2,"
            " 'b' FROM games");
        query_bind_int(add, 1, side);
        query_bind_int(add, 2, bots[side]);
        query_end(add);
    }
}

// Ends every pair that waits, as the end of its job does.
static bool play_all(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Playing *playing = context;
    playing->played = 0;
    Query *pairs = query_begin_sql(tx, "SELECT id, first_version_id, second_version_id FROM pairs"
                                       " WHERE state = 'waiting' ORDER BY id");
    while (query_step(pairs)) {
        for (int game = 0; game < 2; game++) {
            int64_t first = query_column_int(pairs, 1 + game);
            int64_t second = query_column_int(pairs, 2 - game);
            const char *verdict;
            const char *result = play(playing, first, second, &verdict);
            Query *add = query_begin_sql(tx,
                "INSERT INTO games (purpose, game, variant, first_version_id, second_version_id,"
                " result, verdict, detail, plies, started_ms, ended_ms, pair_id, number) VALUES"
                " ('ranked', 'amazons', '8x8', $1, $2, $3, $4, '', 9, 1, now_ms(), $5, $6)");
            query_bind_int(add, 1, first);
            query_bind_int(add, 2, second);
            query_bind_text(add, 3, slice_from(result));
            query_bind_text(add, 4, slice_from(verdict));
            query_bind_int(add, 5, query_column_int(pairs, 0));
            query_bind_int(add, 6, game);
            query_end(add);
            add_sides(tx, first, second);
            playing->played++;
        }
        Query *end = query_begin_sql(tx, "UPDATE pairs SET state = 'done' WHERE id = $1");
        query_bind_int(end, 1, query_column_int(pairs, 0));
        query_end(end);
    }
    query_end(pairs);
    return true;
}

static int64_t play_round(Store *store, Ladders *ladders, Playing *playing) {
    step(ladders);
    stores_transact(store, STORE_WRITE, play_all, playing);
    return playing->played;
}

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

typedef struct Seen {
    int64_t rows;
    int64_t games;
    int64_t first_key;
    int64_t last_key;
    double elo;
    bool is_sorted;
} Seen;

static void see_place(void *context, const LadderPlace *place) {
    Seen *seen = context;
    seen->is_sorted &= place->rank == seen->last_key + 1;
    seen->is_sorted &= seen->rows == 0 || place->rating.elo <= seen->elo;
    seen->elo = place->rating.elo;
    seen->last_key = place->rank;
    seen->games += place->games;
    seen->rows++;
}

static void see_opponent(void *context, const OpponentRow *row) {
    Seen *seen = context;
    seen->is_sorted &= seen->rows == 0 || row->key < seen->last_key + (INT64_C(1) << 32);
    seen->last_key = row->key;
    seen->games += row->games;
    seen->rows++;
}

static void see_change(void *context, const ChangeRow *row) {
    Seen *seen = context;
    seen->is_sorted &=
        seen->rows == 0 || (row->game_id < seen->last_key && row->after == seen->elo);
    seen->is_sorted &= row->points >= 0 && row->points <= (double)row->games;
    seen->elo = row->before;
    seen->last_key = row->game_id;
    seen->games += row->games;
    seen->rows++;
}

static void see_point(void *context, const HistoryRow *row) {
    Seen *seen = context;
    seen->is_sorted &= row->game_id > seen->last_key;
    seen->first_key = seen->rows == 0 ? row->game_id : seen->first_key;
    seen->last_key = row->game_id;
    seen->rows++;
}

// Every list whole, and row by row from where the last page ended: the same.
static bool look(StoreTx *tx, void *context, Error *error) {
    (void)context;
    (void)error;
    Board amazons = board();
    int64_t games = query_take_int(query_begin_sql(tx, "SELECT games FROM ratings"
                                                       " WHERE version_id = 204"));
    for (int64_t limit = 1; limit <= 100; limit += 99) {
        Seen places = {.is_sorted = true};
        Seen opponents = {.is_sorted = true};
        Seen changes = {.is_sorted = true};
        Seen points = {.is_sorted = true};
        for (int64_t page = 0; page < 100; page += limit) {
            ladder_list(tx, &amazons, places.last_key, limit, see_place, &places);
            bot_opponents(tx, 204, opponents.last_key, limit, see_opponent, &opponents);
            bot_changes(tx, 204, changes.last_key, limit, see_change, &changes);
            bot_history(tx, 204, points.last_key, limit, see_point, &points);
        }
        assert_true(places.is_sorted && opponents.is_sorted && points.is_sorted);
        assert_int_equal(places.rows, BOTS + 2);
        assert_int_equal(opponents.games, games);
        assert_true(changes.is_sorted && changes.rows > 3);
        assert_int_equal(changes.rows, points.rows);
        assert_in_range(games - changes.games, 0, 15); // what came after the last point
        // The whole in fewer points: exactly so many, from the first to the last.
        for (int64_t most = 2; most <= points.rows + 1; most++) {
            Seen thinned = {.is_sorted = true};
            bot_history_thinned(tx, 204, most, see_point, &thinned);
            assert_true(thinned.is_sorted);
            assert_int_equal(thinned.rows, most < points.rows ? most : points.rows);
            assert_int_equal(thinned.first_key, points.first_key);
            assert_int_equal(thinned.last_key, points.last_key);
        }
    }
    return true;
}

static void test_lists(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    fill(store);
    Rng rng;
    rng_init(&rng, 4);
    Playing playing = {.rng = &rng};
    Ladders *ladders = ladders_new(store);
    for (int round = 0; round < 16; round++) {
        play_round(store, ladders, &playing);
    }
    step(ladders);
    stores_transact(store, STORE_READ, look, NULL);
    ladders_free(ladders);
}

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
        STORE_TEST(test_lists),
        STORE_TEST(test_house_and_demo),
        STORE_TEST(test_new_version),
        STORE_TEST(test_ladder_rests),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
