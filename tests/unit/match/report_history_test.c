#include "match/report_history.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "near.h"
#include "report_fixture.h"

static const char *const NAMES[] = {"a", "b", "c", "d", "e"};

// Plays `pairs` pairs of every encounter with random results. Games end in an order in which twins
// are often far apart, as they are when many are played at a time.
static void play_shuffled(Fixture *fixture, size_t players, int pairs, uint64_t seed) {
    Fixture ordered;
    fixture_init(&ordered, NAMES, players);
    fixture_init(fixture, NAMES, players);
    Rng rng;
    rng_init(&rng, seed);
    int encounter = 0;
    for (size_t a = 0; a < players; a++) {
        for (size_t b = a + 1; b < players; b++, encounter++) {
            for (int number = 0; number < 2 * pairs; number++) {
                char result = "wwwdl"[rng_below(&rng, 5)];
                fixture_play(&ordered, encounter, a, b, number, result, VERDICT_NO_MOVE);
            }
        }
    }
    // The match takes over a game drawn at random; the last one fills its place.
    while (ordered.match.game_count > 0) {
        MatchGame *drawn = &ordered.match.games[rng_below(&rng, ordered.match.game_count)];
        assert_true(match_take_game(&fixture->match, drawn));
        *drawn = ordered.match.games[--ordered.match.game_count];
    }
    fixture_release(&ordered);
}

// The match as it stood after its first games; without their texts.
static Match match_after(const Match *match, size_t game_count) {
    Match before;
    match_init(&before, match->options);
    for (size_t i = 0; i < game_count; i++) {
        MatchGame game = match->games[i];
        game.detail = NULL;
        game.record = NULL;
        assert_true(match_take_game(&before, &game));
    }
    return before;
}

static void test_difference_is_that_of_the_pairs_so_far(void **state) {
    (void)state;
    for (int pairs = 1; pairs < 200; pairs += 37) {
        Fixture fixture;
        play_shuffled(&fixture, 2, pairs, (uint64_t)pairs);
        History *history = history_new(&fixture.match);
        assert_int_equal(history->line_count, 1);
        assert_true(history->point_count > 0);
        for (size_t i = 0; i < history->point_count; i++) {
            Match before = match_after(&fixture.match, history->games[i]);
            Tally tally = match_pentanomial(&before, 0, 1);
            assert_true(tally_units(&tally) > 0);
            Stats stats = stats_compute(&tally);
            assert_near(history_at(history, 0, i).elo, stats.elo, 1e-9);
            assert_near(history_at(history, 0, i).elo_low, stats.elo_low, 1e-9);
            assert_near(history_at(history, 0, i).elo_high, stats.elo_high, 1e-9);
            match_release(&before);
        }
        assert_int_equal(history->games[history->point_count - 1], fixture.match.game_count);
        history_free(history);
        fixture_release(&fixture);
    }
}

static void test_ratings_are_those_of_the_games_so_far(void **state) {
    (void)state;
    Fixture fixture;
    play_shuffled(&fixture, 5, 10, 3);
    History *history = history_new(&fixture.match);
    assert_int_equal(history->line_count, 5);
    assert_int_equal(history->point_count, HISTORY_POINTS_MAX);
    for (size_t i = 0; i < history->point_count; i++) {
        Match before = match_after(&fixture.match, history->games[i]);
        Ratings *ratings = match_ratings(&before);
        for (size_t player = 0; player < 5; player++) {
            Rating expected = ratings_get(ratings, player);
            assert_near(history_at(history, player, i).elo, expected.elo, 1e-6);
            assert_near(
                history_at(history, player, i).elo_low, expected.elo - expected.error, 1e-6);
            assert_near(
                history_at(history, player, i).elo_high, expected.elo + expected.error, 1e-6);
        }
        ratings_free(ratings);
        match_release(&before);
    }
    history_free(history);
    fixture_release(&fixture);
}

static void test_moments_rise_to_the_end(void **state) {
    (void)state;
    static const int PAIRS[] = {1, 3, 13, 14, 500};
    for (size_t k = 0; k < sizeof PAIRS / sizeof *PAIRS; k++) {
        Fixture fixture;
        play_shuffled(&fixture, 3, PAIRS[k], 9);
        History *history = history_new(&fixture.match);
        size_t games = fixture.match.game_count;
        size_t expected = games < HISTORY_POINTS_MAX ? games : HISTORY_POINTS_MAX;
        assert_int_equal(history->point_count, expected);
        for (size_t i = 1; i < history->point_count; i++) {
            assert_true(history->games[i] > history->games[i - 1]);
        }
        assert_int_equal(history->games[history->point_count - 1], games);
        history_free(history);
        fixture_release(&fixture);
    }
}

static void test_nothing_is_known_without_games(void **state) {
    (void)state;
    for (size_t players = 2; players <= 3; players++) {
        Fixture fixture;
        fixture_init(&fixture, NAMES, players);
        History *history = history_new(&fixture.match);
        assert_int_equal(history->point_count, 0);
        history_free(history);
        fixture_release(&fixture);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_difference_is_that_of_the_pairs_so_far),
        cmocka_unit_test(test_ratings_are_those_of_the_games_so_far),
        cmocka_unit_test(test_moments_rise_to_the_end),
        cmocka_unit_test(test_nothing_is_known_without_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
