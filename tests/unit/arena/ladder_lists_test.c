// The lists of a ladder on both databases.

#include "arena/ladder_lists.h"

#include "unit/arena/ladders_fixture.h"

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

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(test_lists),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
