#include "match/ratings.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "match_model.h"
#include "near.h"

#define PLAYERS_MAX 16

static void add_games(
    Ratings *ratings, size_t first, size_t second, int wins, int draws, int losses) {
    ratings_add(ratings, first, second, &(Tally){TALLY_TRINOMIAL, {losses, draws, wins}});
}

// With a single anchor for opponent the prior is one more drawn game: 7 points of 9 become 7.5 of
// 10, odds of 3. The information is 10 * 3/16 per square nat.
static void test_one_opponent_by_hand(void **state) {
    (void)state;
    Ratings *ratings = ratings_new(2);
    ratings_anchor(ratings, 1, 1500);
    add_games(ratings, 0, 1, 7, 0, 2);
    ratings_fit(ratings);
    Rating rating = ratings_get(ratings, 0);
    assert_near(rating.elo, 1500 + 400 * log10(3), 1e-9);
    assert_near(rating.error, 1.96 * 400 / log(10) / sqrt(1.875), 1e-6);
    assert_near(ratings_get(ratings, 1).elo, 1500, 1e-9);
    assert_near(ratings_get(ratings, 1).error, 0, 0);
    ratings_free(ratings);
}

// Draws leave the rating as it was, but they vary less than wins and losses do: four of them take
// 4 * 1/4 from the variance, 1.875, of the nine games and the prior's.
static void test_draws_narrow_the_error(void **state) {
    (void)state;
    Ratings *ratings = ratings_new(2);
    ratings_anchor(ratings, 1, 1500);
    add_games(ratings, 0, 1, 5, 4, 0);
    ratings_fit(ratings);
    Rating rating = ratings_get(ratings, 0);
    assert_near(rating.elo, 1500 + 400 * log10(3), 1e-9);
    assert_near(rating.error, 1.96 * 400 / log(10) / sqrt(1.875) * sqrt(0.875 / 1.875), 1e-6);
    ratings_free(ratings);
}

// Equals after 100 games of which none was drawn: the information on half their distance, which is
// the distance from the mean, is twice that on the distance of each from the centre.
static void test_floating_by_hand(void **state) {
    (void)state;
    Ratings *ratings = ratings_new(2);
    add_games(ratings, 0, 1, 50, 0, 50);
    ratings_fit(ratings);
    for (size_t i = 0; i < 2; i++) {
        assert_near(ratings_get(ratings, i).elo, 0, 1e-9);
        double information = 2 * (2 * 100.0 / 4 + 1.0 / 4);
        assert_near(ratings_get(ratings, i).error, 1.96 * ELO_PER_NAT / sqrt(information), 1e-9);
    }
    ratings_free(ratings);
}

// Nobody has lost: the prior alone keeps the ratings finite, and more wins still say more.
static void test_only_wins(void **state) {
    (void)state;
    double before = 0;
    for (int wins = 1; wins <= 1000000; wins *= 10) {
        Ratings *ratings = ratings_new(2);
        add_games(ratings, 0, 1, wins, 0, 0);
        ratings_fit(ratings);
        Rating winner = ratings_get(ratings, 0);
        Rating loser = ratings_get(ratings, 1);
        assert_true(winner.elo > before && winner.elo < 2000);
        assert_true(winner.error > 100 && winner.error < 500);
        assert_near(loser.elo, -winner.elo, 1e-9);
        assert_near(loser.error, winner.error, 1e-9);
        before = winner.elo;
        ratings_free(ratings);
    }
}

// Two groups that never met, and a player without games. In each group the differences are as in a
// world of its own, but for the prior; both groups and the lone player are centred alike.
static void test_disconnected_groups(void **state) {
    (void)state;
    Ratings *ratings = ratings_new(5);
    add_games(ratings, 0, 1, 60, 0, 40);
    add_games(ratings, 2, 3, 900, 0, 100);
    ratings_fit(ratings);
    Rating rating[5];
    for (size_t i = 0; i < 5; i++) {
        rating[i] = ratings_get(ratings, i);
    }
    assert_near(rating[0].elo - rating[1].elo, 400 * log10(1.5), 1);
    assert_near(rating[2].elo - rating[3].elo, 400 * log10(9), 2);
    assert_near(rating[0].elo + rating[1].elo, 0, 1e-9);
    assert_near(rating[2].elo + rating[3].elo, 0, 1e-9);
    assert_near(rating[4].elo, 0, 1e-9);
    assert_true(rating[4].error > rating[0].error);
    ratings_free(ratings);
}

static void test_anchors_hold_the_scale(void **state) {
    (void)state;
    Ratings *ratings = ratings_new(4);
    ratings_anchor(ratings, 0, 1000);
    ratings_anchor(ratings, 1, 2000);
    add_games(ratings, 2, 0, 500, 0, 500);
    add_games(ratings, 3, 2, 500, 0, 500);
    // Anchors cannot be moved, whatever they do to each other.
    add_games(ratings, 0, 1, 1000, 1000, 0);
    ratings_fit(ratings);
    assert_near(ratings_get(ratings, 0).elo, 1000, 1e-9);
    assert_near(ratings_get(ratings, 1).elo, 2000, 1e-9);
    assert_near(ratings_get(ratings, 2).elo, 1000, 2);
    assert_near(ratings_get(ratings, 3).elo, 1000, 3);
    // The errors of the two steps from the anchor add up.
    double step = 1.96 * 400 / log(10) / sqrt(1000.0 / 4);
    assert_near(ratings_get(ratings, 2).error, step, 0.1);
    assert_near(ratings_get(ratings, 3).error, step * M_SQRT2, 0.1);
    ratings_free(ratings);
}

static void test_trivial_sizes(void **state) {
    (void)state;
    Ratings *ratings = ratings_new(0);
    ratings_fit(ratings);
    ratings_free(ratings);

    ratings = ratings_new(1);
    ratings_fit(ratings);
    assert_near(ratings_get(ratings, 0).elo, 0, 0);
    assert_near(ratings_get(ratings, 0).error, 0, 0);
    ratings_anchor(ratings, 0, -30);
    ratings_fit(ratings);
    assert_near(ratings_get(ratings, 0).elo, -30, 1e-12);
    assert_near(ratings_get(ratings, 0).error, 0, 0);
    ratings_free(ratings);
    ratings_free(NULL);
}

// Results of any kind between `count` players: sparse, lopsided, with or without draws.
typedef struct World {
    size_t count;
    bool anchored[PLAYERS_MAX];
    double anchor_elo[PLAYERS_MAX];
    int wins[PLAYERS_MAX][PLAYERS_MAX]; // of the row's player
    int draws[PLAYERS_MAX][PLAYERS_MAX];
} World;

static World random_world(Rng *rng) {
    World world = {.count = 2 + rng_below(rng, PLAYERS_MAX - 1)};
    bool with_anchors = rng_below(rng, 2);
    for (size_t i = 0; i < world.count; i++) {
        world.anchored[i] = with_anchors && rng_below(rng, 4) == 0;
        world.anchor_elo[i] = 1500 + 600 * (rng_unit(rng) - 0.5);
        for (size_t j = 0; j < i; j++) {
            if (rng_below(rng, 3) == 0) {
                continue;
            }
            world.wins[i][j] = (int)rng_below(rng, 30);
            world.wins[j][i] = rng_below(rng, 4) ? (int)rng_below(rng, 30) : 0;
            world.draws[i][j] = world.draws[j][i] = (int)rng_below(rng, 10);
        }
    }
    return world;
}

// Fits a world whose players are renumbered: `order[i]` is the number that player i gets.
static void fit_world(const World *world, const size_t *order, bool mirrored, Rating *out) {
    Ratings *ratings = ratings_new(world->count);
    for (size_t i = 0; i < world->count; i++) {
        if (world->anchored[i]) {
            ratings_anchor(
                ratings, order[i], mirrored ? -world->anchor_elo[i] : world->anchor_elo[i]);
        }
        for (size_t j = 0; j < i; j++) {
            int wins = mirrored ? world->wins[j][i] : world->wins[i][j];
            int losses = mirrored ? world->wins[i][j] : world->wins[j][i];
            add_games(ratings, order[i], order[j], wins, world->draws[i][j], losses);
        }
    }
    ratings_fit(ratings);
    for (size_t i = 0; i < world->count; i++) {
        out[i] = ratings_get(ratings, order[i]);
    }
    ratings_free(ratings);
}

static void number_players(size_t *order, bool backwards, size_t count) {
    for (size_t i = 0; i < count; i++) {
        order[i] = backwards ? count - 1 - i : i;
    }
}

// Names do not matter, and exchanging wins and losses turns the scale around.
static void test_symmetry(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 5);
    for (int round = 0; round < 100; round++) {
        World world = random_world(&rng);
        size_t order[PLAYERS_MAX];
        Rating plain[PLAYERS_MAX];
        Rating again[PLAYERS_MAX];
        Rating renumbered[PLAYERS_MAX];
        Rating mirrored[PLAYERS_MAX];
        number_players(order, false, world.count);
        fit_world(&world, order, false, plain);
        fit_world(&world, order, false, again);
        fit_world(&world, order, true, mirrored);
        number_players(order, true, world.count);
        fit_world(&world, order, false, renumbered);
        for (size_t i = 0; i < world.count; i++) {
            assert_near(again[i].elo, plain[i].elo, 0);
            assert_near(again[i].error, plain[i].error, 0);
            assert_near(renumbered[i].elo, plain[i].elo, 1e-6);
            assert_near(renumbered[i].error, plain[i].error, 1e-6);
            assert_near(mirrored[i].elo, -plain[i].elo, 1e-6);
            assert_near(mirrored[i].error, plain[i].error, 1e-6);
        }
    }
}

// The slow, obvious twin of a fit: turns one rating after the other until its player's expected
// points are those it has, with half a point of the prior against the centre.
static void twin_ratings(const World *world, double *rating) {
    double centre = 0;
    double anchors = 0;
    for (size_t i = 0; i < world->count; i++) {
        centre += world->anchored[i] ? world->anchor_elo[i] : 0;
        anchors += world->anchored[i];
    }
    centre = anchors > 0 ? centre / anchors : 0;
    for (size_t i = 0; i < world->count; i++) {
        rating[i] = world->anchored[i] ? world->anchor_elo[i] : centre;
    }
    for (int round = 0; round < 3000; round++) {
        for (size_t i = 0; i < world->count; i++) {
            if (world->anchored[i]) {
                continue;
            }
            double missing = 0.5 - stats_score(rating[i] - centre);
            double slope = 0.25;
            for (size_t j = 0; j < world->count; j++) {
                double draws = world->draws[i][j];
                double games = world->wins[i][j] + world->wins[j][i] + draws;
                missing +=
                    world->wins[i][j] + draws / 2 - games * stats_score(rating[i] - rating[j]);
                slope += games / 4;
            }
            rating[i] += ELO_PER_NAT * missing / slope;
        }
    }
    double mean = 0;
    for (size_t i = 0; i < world->count; i++) {
        mean += rating[i] / (double)world->count;
    }
    for (size_t i = 0; anchors == 0 && i < world->count; i++) {
        rating[i] -= mean;
    }
}

static void test_twin(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 6);
    for (int round = 0; round < 20; round++) {
        World world = random_world(&rng);
        size_t order[PLAYERS_MAX];
        Rating fitted[PLAYERS_MAX];
        double twin[PLAYERS_MAX];
        number_players(order, false, world.count);
        fit_world(&world, order, false, fitted);
        twin_ratings(&world, twin);
        for (size_t i = 0; i < world.count; i++) {
            assert_near(fitted[i].elo, twin[i], 1e-4);
        }
    }
}

// The slow twin of the errors: the inverse of the information matrix at the fitted ratings, by
// Gauss and Jordan. Worlds without draws, because those change the errors by a common factor.
static void twin_errors(const World *world, const Rating *fitted, double *error) {
    size_t n = world->count;
    double matrix[PLAYERS_MAX][2 * PLAYERS_MAX] = {{0}};
    double centre = 0;
    double anchors = 0;
    for (size_t i = 0; i < n; i++) {
        centre += world->anchored[i] ? world->anchor_elo[i] : 0;
        anchors += world->anchored[i];
    }
    assert_true(anchors > 0);
    for (size_t i = 0; i < n; i++) {
        double p = stats_score(fitted[i].elo - centre / anchors);
        matrix[i][n + i] = 1;
        matrix[i][i] = world->anchored[i] ? 1 : p * (1 - p);
        for (size_t j = 0; j < n && !world->anchored[i]; j++) {
            p = stats_score(fitted[i].elo - fitted[j].elo);
            double weight = (world->wins[i][j] + world->wins[j][i]) * p * (1 - p);
            matrix[i][i] += weight;
            matrix[i][j] -= world->anchored[j] ? 0 : weight;
        }
    }
    for (size_t pivot = 0; pivot < n; pivot++) {
        for (size_t row = 0; row < n; row++) {
            double share = row == pivot ? 0 : matrix[row][pivot] / matrix[pivot][pivot];
            for (size_t column = 0; column < 2 * n; column++) {
                matrix[row][column] -= share * matrix[pivot][column];
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        double variance = matrix[i][n + i] / matrix[i][i];
        error[i] = world->anchored[i] ? 0 : 1.96 * ELO_PER_NAT * sqrt(variance);
    }
}

static void test_error_twin(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 8);
    for (int round = 0; round < 200; round++) {
        World world = random_world(&rng);
        size_t order[PLAYERS_MAX];
        Rating fitted[PLAYERS_MAX];
        double twin[PLAYERS_MAX];
        world.anchored[0] = true;
        for (size_t i = 0; i < world.count; i++) {
            for (size_t j = 0; j < world.count; j++) {
                world.draws[i][j] = 0;
            }
        }
        number_players(order, false, world.count);
        fit_world(&world, order, false, fitted);
        twin_errors(&world, fitted, twin);
        for (size_t i = 0; i < world.count; i++) {
            assert_near(fitted[i].error, twin[i], 1e-5 * twin[i]);
        }
    }
}

// The worst that a ladder can bring: everybody won all games against the next. The ratings fall
// from one to the next and the fit ends.
static void test_long_chain(void **state) {
    (void)state;
    const size_t count = 60;
    Ratings *ratings = ratings_new(count);
    for (size_t i = 0; i + 1 < count; i++) {
        add_games(ratings, i, i + 1, 1000, 0, 0);
    }
    ratings_fit(ratings);
    for (size_t i = 0; i < count; i++) {
        Rating rating = ratings_get(ratings, i);
        assert_true(isfinite(rating.elo) && isfinite(rating.error) && rating.error > 0);
        assert_true(i == 0 || rating.elo < ratings_get(ratings, i - 1).elo);
        assert_near(rating.elo, -ratings_get(ratings, count - 1 - i).elo, 1e-4);
    }
    ratings_free(ratings);
}

// How often the errors of a round robin of six hold the true ratings, with or without an anchor.
static double measure_coverage(double draw_share, bool anchored, int games, int tournaments) {
    const double truth[6] = {-230, -110, -40, 20, 120, 240}; // their mean is 0
    const GameModel model = {.draw_share = draw_share};
    Rng rng;
    rng_init(&rng, 7);
    int hits = 0;
    int ratings_seen = 0;
    for (int tournament = 0; tournament < tournaments; tournament++) {
        Ratings *ratings = ratings_new(6);
        for (size_t i = 0; i < 6; i++) {
            for (size_t j = 0; j < i; j++) {
                double chance[3];
                model_game(&model, truth[i] - truth[j], chance);
                Tally tally = {.unit = TALLY_TRINOMIAL};
                model_play(&tally, chance, games, &rng);
                ratings_add(ratings, i, j, &tally);
            }
        }
        if (anchored) {
            ratings_anchor(ratings, 3, truth[3]);
        }
        ratings_fit(ratings);
        for (size_t i = 0; i < 6; i++) {
            if (anchored && i == 3) {
                continue;
            }
            Rating rating = ratings_get(ratings, i);
            hits += fabs(rating.elo - truth[i]) <= rating.error;
            ratings_seen++;
        }
        ratings_free(ratings);
    }
    return (double)hits / ratings_seen;
}

static void test_errors_hold_the_truth(void **state) {
    (void)state;
    const struct {
        double draw_share;
        bool anchored;
        int games;
    } runs[] = {{0, false, 40}, {0.4, false, 40}, {0, true, 40}, {0.4, true, 40}, {0.2, false, 8}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        double share = measure_coverage(runs[i].draw_share, runs[i].anchored, runs[i].games, 1000);
        print_message("# draws %.1f, %d games a pairing%s: the errors hold %.2f %%\n",
            runs[i].draw_share, runs[i].games, runs[i].anchored ? ", an anchor" : "", 100 * share);
        assert_in_range((uintmax_t)(1000 * share), 930, 970);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_opponent_by_hand),
        cmocka_unit_test(test_draws_narrow_the_error),
        cmocka_unit_test(test_floating_by_hand),
        cmocka_unit_test(test_only_wins),
        cmocka_unit_test(test_disconnected_groups),
        cmocka_unit_test(test_anchors_hold_the_scale),
        cmocka_unit_test(test_trivial_sizes),
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_twin),
        cmocka_unit_test(test_error_twin),
        cmocka_unit_test(test_long_chain),
        cmocka_unit_test(test_errors_hold_the_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
