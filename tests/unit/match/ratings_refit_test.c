// Ratings of players who come and go: successors, and fits that start from the last solution.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "match/ratings.h"
#include "near.h"

// A successor without games has its predecessor's rating; the doubt about the difference is that of
// four games between equals. It fades with games, and a predecessor hardly feels a successor.
static void test_successor_by_hand(void **state) {
    (void)state;
    Ratings *ratings = ratings_new(2);
    ratings_anchor(ratings, 0, 1500);
    ratings_add(ratings, 1, 0, &(Tally){TALLY_TRINOMIAL, {1000, 0, 3000}});
    ratings_fit(ratings);
    Rating old = ratings_get(ratings, 1);
    size_t successor = ratings_add_player(ratings);
    ratings_succeed(ratings, successor, 1);
    ratings_refit(ratings, false);
    Rating fresh = ratings_get(ratings, successor);
    assert_near(fresh.elo, old.elo, 1e-9);
    assert_near(fresh.error, hypot(old.error, 1.96 * ELO_PER_NAT), 1e-6);
    ratings_add(ratings, successor, 0, &(Tally){TALLY_TRINOMIAL, {100, 0, 100}});
    ratings_refit(ratings, false);
    assert_near(ratings_get(ratings, successor).elo, 1500, 5);
    assert_near(ratings_get(ratings, 1).elo, old.elo, 0.5);
    ratings_free(ratings);
}

typedef struct LadderGame {
    size_t first;
    size_t second;
    Tally tally;
} LadderGame;

// A ladder that grows: players come, many as successors, and play with those who are there.
enum { LADDER_PLAYERS = 300, LADDER_GAMES = 3000, LADDER_START = 280 };

static void join(Ratings *ratings, size_t player) {
    if (player % 3 == 2) {
        ratings_succeed(ratings, player, player / 2);
    }
}

static void play_ladder(LadderGame *games, Rng *rng) {
    for (size_t i = 0; i < LADDER_GAMES; i++) {
        size_t players = LADDER_START + i * (LADDER_PLAYERS - LADDER_START) / LADDER_GAMES;
        size_t first = 1 + rng_below(rng, players - 1);
        games[i] = (LadderGame){first, rng_below(rng, first), {.unit = TALLY_TRINOMIAL}};
        tally_add(&games[i].tally, (int)rng_below(rng, 10) % 3);
    }
}

// Step by step from the last solution, or all at once with the games in another order: the ratings
// are the same, bit for bit in the second case, and so are the errors of those who played last.
static void test_order_and_steps_do_not_matter(void **state) {
    (void)state;
    static LadderGame games[LADDER_GAMES];
    Rng rng;
    rng_init(&rng, 9);
    play_ladder(games, &rng);
    Ratings *stepped = ratings_new(LADDER_START);
    Ratings *forth = ratings_new(LADDER_PLAYERS);
    Ratings *back = ratings_new(LADDER_PLAYERS);
    Ratings *all[] = {stepped, forth, back};
    for (size_t i = 0; i < 3; i++) {
        ratings_anchor(all[i], 0, 1000);
        for (size_t player = 1; player < (i == 0 ? LADDER_START : LADDER_PLAYERS); player++) {
            join(all[i], player);
        }
    }
    size_t players = LADDER_START;
    for (size_t i = 0; i < LADDER_GAMES; i++) {
        const LadderGame *late = &games[LADDER_GAMES - 1 - i];
        for (; players <= games[i].first; players++) {
            join(stepped, ratings_add_player(stepped));
        }
        ratings_add(stepped, games[i].first, games[i].second, &games[i].tally);
        ratings_add(forth, games[i].first, games[i].second, &games[i].tally);
        ratings_add(back, late->first, late->second, &late->tally);
        if (i % 500 == 499) {
            ratings_refit(stepped, false);
        }
    }
    ratings_fit(forth);
    ratings_fit(back);
    for (size_t i = 0; i < players; i++) {
        assert_near(ratings_get(back, i).elo, ratings_get(forth, i).elo, 0);
        assert_near(ratings_get(back, i).error, ratings_get(forth, i).error, 0);
        assert_near(ratings_get(stepped, i).elo, ratings_get(forth, i).elo, 1e-3);
    }
    for (size_t i = LADDER_GAMES - 500; i < LADDER_GAMES; i++) {
        double error = ratings_get(forth, games[i].first).error;
        assert_near(ratings_get(stepped, games[i].first).error, error, 1e-3 * error);
    }
    ratings_free(stepped);
    ratings_free(forth);
    ratings_free(back);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_successor_by_hand),
        cmocka_unit_test(test_order_and_steps_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
