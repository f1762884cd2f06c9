#include "match/stats.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "match_model.h"
#include "near.h"

typedef struct Case {
    Tally tally;
    double elo, elo_low, elo_high, normalised_elo, los;
} Case;

// Elo and normalised Elo as fastchess's own tests expect them (app/tests/elo_test.cpp). The
// intervals and LOS are by Student's t, integrated numerically apart from this program; with that
// many games they differ from fastchess's by less than a hundredth.
static const Case KNOWN[] = {
    {{TALLY_TRINOMIAL, {89, 123, 76}}, -15.694, -46.457, 14.825, -20.756, 0.15617},
    {{TALLY_TRINOMIAL, {96, 111, 136}}, 40.702, 10.436, 71.598, 49.768, 0.99578},
    {{TALLY_TRINOMIAL, {356, 0, 34}}, -407.988, -480.911, -353.986, -508.435, 0},
    {{TALLY_PENTANOMIAL, {34, 54, 63, 64, 75}}, 55.580, 28.115, 83.752, 57.936, 0.99996},
    {{TALLY_PENTANOMIAL, {332, 433, 498, 333, 334}}, -8.643, -18.994, 1.693, -9.173, 0.05060},
    {{TALLY_PENTANOMIAL, {7895, 8757, 5685, 568, 9999}}, -21.044, -23.990, -18.100, -19.013, 0},
    // Few pairs, for which the normal distribution would claim too much.
    {{TALLY_PENTANOMIAL, {1, 0, 1, 3, 3}}, 162.994, -45.214, 1199.826, 169.449, 0.94461},
    {{TALLY_PENTANOMIAL, {0, 0, 2, 0, 3}}, 240.824, -27.885, 1199.826, 300.888, 0.96476},
};

static void test_known_values(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        const Case *expected = &KNOWN[i];
        Stats stats = stats_compute(&expected->tally);
        assert_near(stats.elo, expected->elo, 0.0006);
        assert_near(stats.elo_low, expected->elo_low, 0.0006);
        assert_near(stats.elo_high, expected->elo_high, 0.0006);
        assert_near(stats.elo_error, (expected->elo_high - expected->elo_low) / 2, 0.0006);
        assert_near(stats.normalised_elo, expected->normalised_elo, 0.0006);
        assert_near(stats.los, expected->los, 0.000006);
    }
}

// From any table of the distribution.
static void test_student(void **state) {
    (void)state;
    assert_near(stats_student_95(1), 12.7062, 0.00005);
    assert_near(stats_student_95(2), 4.30265, 0.000005);
    assert_near(stats_student_95(9), 2.26216, 0.000005);
    assert_near(stats_student_95(30), 2.04227, 0.000005);
    assert_near(stats_student_95(1e9), 1.96, 0.0001);
    assert_near(stats_student_cdf(0, 3), 0.5, 1e-12);
    assert_near(stats_student_cdf(1, 1), 0.75, 1e-12);
    assert_near(stats_student_cdf(-1, 1), 0.25, 1e-12);
}

// An interval that spans zero beside a superiority of 99 % would contradict it.
static void test_interval_and_superiority_agree(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 3);
    for (int round = 0; round < 2000; round++) {
        Tally tally = {.unit = TALLY_PENTANOMIAL};
        for (int i = 0; i < 5; i++) {
            tally.count[i] = (long long)rng_below(&rng, 6);
        }
        Stats stats = stats_compute(&tally);
        if (fabs(stats.los - 0.975) > 1e-4 && fabs(stats.los - 0.025) > 1e-4) {
            assert_int_equal(stats.elo_low > 0, stats.los > 0.975);
            assert_int_equal(stats.elo_high < 0, stats.los < 0.025);
        }
    }
}

// Four pairs, LL LD WD WD: scores 0, 1/4, 3/4 and 3/4, so the mean is 7/16 and the deviations are
// -7, -3, 5 and 5 sixteenths: the variance is 108 / 256 / 4.
static void test_moments_by_hand(void **state) {
    (void)state;
    Tally tally = {.unit = TALLY_PENTANOMIAL};
    tally_add(&tally, 3);
    tally_add(&tally, 0);
    tally_add(&tally, 1);
    tally_add(&tally, 3);
    Stats stats = stats_compute(&tally);
    assert_int_equal(stats.units, 4);
    assert_near(stats.mean, 7.0 / 16, 1e-15);
    assert_near(stats.variance, 27.0 / 256, 1e-15);
    assert_near(stats.se, sqrt(27.0 / 256 / 3), 1e-15);
    assert_near(stats.elo, 400 * log10(7.0 / 9), 1e-9);
    assert_near(stats.normalised_elo, -800 / log(10) / sqrt(54), 1e-9);
}

static void test_other_side_sees_the_opposite(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 1);
    for (int round = 0; round < 200; round++) {
        TallyUnit unit = rng_below(&rng, 2) ? TALLY_PENTANOMIAL : TALLY_TRINOMIAL;
        Tally tally = {.unit = unit};
        Tally mirrored = {.unit = unit};
        int cells = tally_cells(&tally);
        for (int i = 0; i < cells; i++) {
            tally.count[i] = (long long)rng_below(&rng, 20);
            mirrored.count[cells - 1 - i] = tally.count[i];
        }
        Stats here = stats_compute(&tally);
        Stats there = stats_compute(&mirrored);
        assert_near(here.mean + there.mean, 1, 1e-12);
        assert_near(here.variance, there.variance, 1e-12);
        assert_near(here.elo, -there.elo, 1e-9);
        assert_near(here.elo_error, there.elo_error, 1e-9);
        assert_near(here.los + there.los, 1, 1e-12);
        assert_near(here.normalised_elo, -there.normalised_elo, 1e-9);
        assert_near(here.normalised_elo_error, there.normalised_elo_error, 1e-9);
    }
}

static void test_nothing_played(void **state) {
    (void)state;
    const TallyUnit units[] = {TALLY_TRINOMIAL, TALLY_PENTANOMIAL};
    for (int i = 0; i < 2; i++) {
        Stats stats = stats_compute(&(Tally){.unit = units[i]});
        assert_int_equal(stats.units, 0);
        assert_near(stats.mean, 0.5, 0);
        assert_near(stats.se, 0.5, 1e-15);
        assert_near(stats.elo, 0, 1e-12);
        assert_near(stats.elo_error, 1199.826, 0.001);
        assert_near(stats.los, 0.5, 1e-15);
        assert_near(stats.normalised_elo, 0, 1e-12);
        assert_true(stats.normalised_elo_error > 400);
    }
}

// Ten pairs won count as 10 1/2 won and 1/2 lost for the variance: 10.5 * 0.5 / 11^2.
static void test_everything_won(void **state) {
    (void)state;
    Stats stats = stats_compute(&(Tally){TALLY_PENTANOMIAL, {0, 0, 0, 0, 10}});
    assert_near(stats.mean, 1, 0);
    assert_near(stats.variance, 5.25 / 121, 1e-15);
    assert_near(stats.se, sqrt(5.25 / 121 / 10), 1e-15);
    assert_near(stats.elo, 1199.826, 0.001);
    assert_near(stats.elo_error, 447.025, 0.001);
    assert_true(stats.los > 0.999 && stats.los <= 1);
    assert_near(stats.normalised_elo, 589.715, 0.001);

    // The figures that the header promises.
    stats = stats_compute(&(Tally){TALLY_PENTANOMIAL, {0, 0, 0, 0, 1}});
    assert_near(stats.elo_error, 1199.8, 0.05);
    stats = stats_compute(&(Tally){TALLY_PENTANOMIAL, {0, 0, 0, 0, 100}});
    assert_near(stats.elo_error, 229.9, 0.05);
}

// Engines that always win as the first player make nothing but even pairs.
static void test_every_pair_even(void **state) {
    (void)state;
    Stats stats = stats_compute(&(Tally){TALLY_PENTANOMIAL, {0, 0, 10, 0, 0}});
    assert_near(stats.elo, 0, 1e-12);
    assert_near(stats.variance, 1.0 / 44, 1e-15);
    assert_near(stats.elo_error, 74.952, 0.001);
    assert_near(stats.los, 0.5, 1e-12);
}

static void test_elo_and_score_are_inverse(void **state) {
    (void)state;
    assert_near(stats_score(0), 0.5, 1e-15);
    assert_near(stats_score(400), 10.0 / 11, 1e-12);
    for (double elo = -1190; elo <= 1190; elo += 17) {
        assert_near(stats_elo(stats_score(elo)), elo, 1e-9);
    }
    assert_near(stats_elo(0), stats_elo(0.001), 0);
    assert_near(stats_elo(2), stats_elo(0.999), 0);
}

// How often in `matches` the 95 % intervals hold the truth. The statistics see 200 pairs a match.
static void measure_coverage(
    const GameModel *model, double elo, int matches, double *elo_share, double *normalised_share) {
    double chance[5];
    model_pair(model, elo, chance);
    Moments truth = stats_moments(chance, 5);
    double true_elo = stats_elo(truth.mean);
    double true_normalised = (truth.mean - 0.5) / sqrt(2 * truth.variance) * 800 / log(10);
    Rng rng;
    rng_init(&rng, 2);
    int elo_hits = 0;
    int normalised_hits = 0;
    for (int match = 0; match < matches; match++) {
        Tally tally = {.unit = TALLY_PENTANOMIAL};
        model_play(&tally, chance, 200, &rng);
        Stats stats = stats_compute(&tally);
        elo_hits += fabs(stats.elo - true_elo) <= stats.elo_error;
        normalised_hits +=
            fabs(stats.normalised_elo - true_normalised) <= stats.normalised_elo_error;
    }
    *elo_share = (double)elo_hits / matches;
    *normalised_share = (double)normalised_hits / matches;
}

static void test_intervals_hold_the_truth(void **state) {
    (void)state;
    const struct {
        GameModel model;
        double elo;
    } worlds[] = {{{0.4, 0}, 0}, {{0.4, 100}, 35}, {{0, 0}, -60}, {{0, 200}, 20}, {{0.2, 50}, 120}};
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        double elo_share;
        double normalised_share;
        measure_coverage(&worlds[i].model, worlds[i].elo, 2000, &elo_share, &normalised_share);
        print_message(
            "# draws %.1f, bias %3.0f, elo %3.0f: the intervals hold %.2f %% and %.2f %%\n",
            worlds[i].model.draw_share, worlds[i].model.bias_elo, worlds[i].elo, 100 * elo_share,
            100 * normalised_share);
        assert_in_range((uintmax_t)(1000 * elo_share), 930, 970);
        assert_in_range((uintmax_t)(1000 * normalised_share), 930, 970);
    }
}

// The reason to count pairs: where the opening decides a lot, single games see noise that is not
// there. Here every game is won by the first to move, or by the stronger one.
static void test_pairs_cancel_the_opening(void **state) {
    (void)state;
    Stats pairs = stats_compute(&(Tally){TALLY_PENTANOMIAL, {0, 0, 90, 0, 10}});
    Stats games = stats_compute(&(Tally){TALLY_TRINOMIAL, {90, 0, 110}});
    assert_near(pairs.elo, games.elo, 1e-9);
    assert_true(pairs.elo_error * 2 < games.elo_error);
    assert_true(pairs.los > 0.999 && games.los < 0.93);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_values),
        cmocka_unit_test(test_student),
        cmocka_unit_test(test_interval_and_superiority_agree),
        cmocka_unit_test(test_moments_by_hand),
        cmocka_unit_test(test_other_side_sees_the_opposite),
        cmocka_unit_test(test_nothing_played),
        cmocka_unit_test(test_everything_won),
        cmocka_unit_test(test_every_pair_even),
        cmocka_unit_test(test_elo_and_score_are_inverse),
        cmocka_unit_test(test_intervals_hold_the_truth),
        cmocka_unit_test(test_pairs_cancel_the_opening),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
