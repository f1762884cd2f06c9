#include "match/sprt.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "match_model.h"
#include "near.h"

static Sprt make_sprt(double elo0, double elo1, SprtModel model) {
    return (Sprt){.elo0 = elo0, .elo1 = elo1, .alpha = 0.05, .beta = 0.05, .model = model};
}

static void test_bounds(void **state) {
    (void)state;
    Sprt sprt = make_sprt(0, 10, SPRT_NORMALISED);
    assert_near(sprt_lower_bound(&sprt), -2.94444, 0.00001);
    assert_near(sprt_upper_bound(&sprt), 2.94444, 0.00001);
    sprt.alpha = 0.1;
    sprt.beta = 0.01;
    assert_near(sprt_lower_bound(&sprt), log(1.0 / 90), 1e-12);
    assert_near(sprt_upper_bound(&sprt), log(9.9), 1e-12);
}

static void test_status(void **state) {
    (void)state;
    Sprt sprt = make_sprt(0, 10, SPRT_NORMALISED);
    assert_int_equal(sprt_status(&sprt, 0), SPRT_CONTINUE);
    assert_int_equal(sprt_status(&sprt, 2.94), SPRT_CONTINUE);
    assert_int_equal(sprt_status(&sprt, 2.95), SPRT_ACCEPT_H1);
    assert_int_equal(sprt_status(&sprt, -2.94), SPRT_CONTINUE);
    assert_int_equal(sprt_status(&sprt, -2.95), SPRT_ACCEPT_H0);
    assert_int_equal(sprt_status(&sprt, sprt_upper_bound(&sprt)), SPRT_ACCEPT_H1);
    assert_int_equal(sprt_status(&sprt, sprt_lower_bound(&sprt)), SPRT_ACCEPT_H0);
}

typedef struct Case {
    Tally tally;
    SprtModel model;
    double elo0, elo1, llr;
} Case;

static const Case KNOWN[] = {
    // Test runs of Stockfish, and two small ones, as fishtest computes them.
    {{TALLY_PENTANOMIAL, {39, 8843, 26675, 9240, 44}}, SPRT_NORMALISED, 0.5, 2.5, 2.9417},
    {{TALLY_PENTANOMIAL, {39, 2226, 31451, 2412, 40}}, SPRT_NORMALISED, 0.764, 3.439, 2.1629},
    {{TALLY_PENTANOMIAL, {10789, 19328, 33806, 19402, 10543}}, SPRT_NORMALISED, -3, 1, 0.3009},
    {{TALLY_PENTANOMIAL, {3, 10, 40, 15, 6}}, SPRT_NORMALISED, 0, 10, 0.4317},
    {{TALLY_PENTANOMIAL, {0, 0, 0, 0, 10}}, SPRT_NORMALISED, 0, 10, 0.3987},
    // To two digits in fastchess's tests (app/tests/sprt_test.cpp), the others computed separately.
    {{TALLY_PENTANOMIAL, {365, 16618, 36229, 16974, 390}}, SPRT_NORMALISED, 0, 2, 2.2504},
    {{TALLY_PENTANOMIAL, {127, 4883, 10712, 5150, 104}}, SPRT_NORMALISED, -1.75, 0.25, 3.0102},
    {{TALLY_PENTANOMIAL, {223, 9863, 21279, 10037, 246}}, SPRT_LOGISTIC, 0.5, 2.5, -3.0741},
    {{TALLY_PENTANOMIAL, {871, 26175, 55983, 26678, 821}}, SPRT_LOGISTIC, 0, 2, -4.9787},
    {{TALLY_TRINOMIAL, {36027, 68692, 36433}}, SPRT_NORMALISED, 0, 2, 0.9233},
    {{TALLY_TRINOMIAL, {10650, 20431, 10871}}, SPRT_NORMALISED, -1.75, 0.25, 2.2975},
    {{TALLY_TRINOMIAL, {21184, 40708, 21404}}, SPRT_LOGISTIC, 0.5, 2.5, -1.5719},
    {{TALLY_TRINOMIAL, {57030, 106593, 57433}}, SPRT_LOGISTIC, 0, 2, -2.5930},
    // Computed separately. The last two need several rounds of the iteration.
    {{TALLY_PENTANOMIAL, {3, 10, 40, 15, 6}}, SPRT_LOGISTIC, 0, 10, 0.6232},
    {{TALLY_PENTANOMIAL, {0, 0, 0, 0, 10}}, SPRT_LOGISTIC, 0, 10, 0.2837},
    {{TALLY_PENTANOMIAL, {0, 1, 200, 4, 0}}, SPRT_NORMALISED, 0, 100, -19.2763},
    {{TALLY_TRINOMIAL, {3, 90, 4}}, SPRT_NORMALISED, -150, 150, 2.9356},
};

static void test_known_values(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        Sprt sprt = make_sprt(KNOWN[i].elo0, KNOWN[i].elo1, KNOWN[i].model);
        assert_near(sprt_llr(&sprt, &KNOWN[i].tally), KNOWN[i].llr, 0.00006);
    }
}

// Without draws a single game has but one distribution for each expected score, so the ratio is
// that of two coins. (The empty cell of draws counts a thousandth of a game.)
static void test_coin_by_hand(void **state) {
    (void)state;
    Sprt sprt = make_sprt(0, 100, SPRT_LOGISTIC);
    Tally tally = {TALLY_TRINOMIAL, {400, 0, 600}};
    double score = 1 / (1 + pow(10, -0.25));
    double expected = 600 * log(score / 0.5) + 400 * log((1 - score) / 0.5);
    assert_near(sprt_llr(&sprt, &tally), expected, 0.001);
}

static void test_nothing_played(void **state) {
    (void)state;
    Sprt sprt = make_sprt(0, 10, SPRT_NORMALISED);
    assert_near(sprt_llr(&sprt, &(Tally){.unit = TALLY_PENTANOMIAL}), 0, 0);
    assert_near(sprt_llr(&sprt, &(Tally){.unit = TALLY_TRINOMIAL}), 0, 0);
}

static Tally random_tally(Rng *rng) {
    Tally tally = {.unit = rng_below(rng, 2) ? TALLY_PENTANOMIAL : TALLY_TRINOMIAL};
    // Each cell is empty or of any order of magnitude.
    for (int i = 0; i < tally_cells(&tally); i++) {
        tally.count[i] = (long long)rng_below(rng, UINT64_C(1) << rng_below(rng, 18));
    }
    return tally;
}

// Exchanging the players and both hypotheses changes nothing but the sign; so does exchanging
// the hypotheses alone. Any result has a ratio, up to the largest bounds allowed.
static void test_symmetry(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 3);
    for (int round = 0; round < 2000; round++) {
        SprtModel model = rng_below(&rng, 2) ? SPRT_NORMALISED : SPRT_LOGISTIC;
        double elo0 = (2 * rng_unit(&rng) - 1) * SPRT_ELO_MAX;
        double elo1 = (2 * rng_unit(&rng) - 1) * SPRT_ELO_MAX;
        Tally tally = random_tally(&rng);
        Tally mirrored = {.unit = tally.unit};
        int cells = tally_cells(&tally);
        for (int i = 0; i < cells; i++) {
            mirrored.count[cells - 1 - i] = tally.count[i];
        }
        Sprt sprt = make_sprt(elo0, elo1, model);
        Sprt opposite = make_sprt(-elo1, -elo0, model);
        Sprt swapped = make_sprt(elo1, elo0, model);
        double llr = sprt_llr(&sprt, &tally);
        assert_true(isfinite(llr));
        double tolerance = 1e-6 * (1 + fabs(llr));
        assert_near(sprt_llr(&opposite, &mirrored), -llr, tolerance);
        assert_near(sprt_llr(&swapped, &tally), -llr, tolerance);
    }
}

// The Elo at which pairs have a given difference in the model's own Elo.
static double true_elo_for(const GameModel *world, SprtModel model, double target) {
    double low = -300;
    double high = 300;
    while (high - low > 1e-9) {
        double elo = (low + high) / 2;
        double chance[5];
        model_pair(world, elo, chance);
        Moments truth = stats_moments(chance, 5);
        double value = model == SPRT_LOGISTIC
                           ? stats_elo(truth.mean)
                           : (truth.mean - 0.5) / sqrt(2 * truth.variance) * 800 / log(10);
        *(value < target ? &low : &high) = elo;
    }
    return low;
}

// The share of tests that end with H1 when the true difference is `target`.
static double measure_h1_share(
    const GameModel *world, const Sprt *sprt, double target, int tests, double *mean_pairs) {
    double chance[5];
    model_pair(world, true_elo_for(world, sprt->model, target), chance);
    Rng rng;
    rng_init(&rng, 4);
    int h1_count = 0;
    long long pairs = 0;
    for (int test = 0; test < tests; test++) {
        Tally tally = {.unit = TALLY_PENTANOMIAL};
        SprtStatus status = SPRT_CONTINUE;
        // Looking after every second pair only is what keeps this test short.
        while (status == SPRT_CONTINUE) {
            model_play(&tally, chance, 2, &rng);
            status = sprt_status(sprt, sprt_llr(sprt, &tally));
        }
        h1_count += status == SPRT_ACCEPT_H1;
        pairs += tally_units(&tally);
    }
    *mean_pairs = (double)pairs / tests;
    return (double)h1_count / tests;
}

// With 600 tests the share's own standard error is 0.9 %: a correct 5 % shows as more than 8 % once
// in 3000 runs. Far fewer than that would be a fault too, games wasted on certainty nobody asked
// for.
static void test_error_rates(void **state) {
    (void)state;
    const struct {
        GameModel world;
        Sprt sprt;
    } runs[] = {
        {{0.4, 100}, make_sprt(0, 60, SPRT_NORMALISED)},
        {{0, 150}, make_sprt(-40, 20, SPRT_NORMALISED)},
        {{0.2, 50}, make_sprt(0, 50, SPRT_LOGISTIC)},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        const Sprt *sprt = &runs[i].sprt;
        double pairs0;
        double pairs1;
        double false_h1 = measure_h1_share(&runs[i].world, sprt, sprt->elo0, 1000, &pairs0);
        double false_h0 = 1 - measure_h1_share(&runs[i].world, sprt, sprt->elo1, 1000, &pairs1);
        print_message(
            "# [%g, %g]: false H1 %.2f %% in %.0f pairs, false H0 %.2f %% in %.0f pairs\n",
            sprt->elo0, sprt->elo1, 100 * false_h1, pairs0, 100 * false_h0, pairs1);
        assert_in_range((uintmax_t)(1000 * false_h1), 15, 75);
        assert_in_range((uintmax_t)(1000 * false_h0), 15, 75);
    }
}

static void test_parse(void **state) {
    (void)state;
    Sprt sprt;
    Error error;
    assert_true(sprt_parse(&sprt, slice_from("elo0=0,elo1=10"), &error));
    assert_near(sprt.elo0, 0, 0);
    assert_near(sprt.elo1, 10, 0);
    assert_near(sprt.alpha, 0.05, 0);
    assert_near(sprt.beta, 0.05, 0);
    assert_int_equal(sprt.model, SPRT_NORMALISED);

    assert_true(sprt_parse(
        &sprt, slice_from("model=logistic,beta=0.2,alpha=0.01,elo1=-1.5,elo0=-3"), &error));
    assert_near(sprt.elo0, -3, 0);
    assert_near(sprt.elo1, -1.5, 0);
    assert_near(sprt.alpha, 0.01, 0);
    assert_near(sprt.beta, 0.2, 0);
    assert_int_equal(sprt.model, SPRT_LOGISTIC);

    assert_true(sprt_parse(&sprt, slice_from("elo0=0,elo1=5,model=normalised"), NULL));
    assert_int_equal(sprt.model, SPRT_NORMALISED);
}

static void test_parse_refusals(void **state) {
    (void)state;
    const struct {
        const char *text;
        const char *reason;
    } cases[] = {
        {"", "elo0 is missing"},
        {"elo1=10", "elo0 is missing"},
        {"elo0=0", "elo1 is missing"},
        {"elo0=0,elo1", "'elo1' is not of the form name=value"},
        {"elo0=0,elo1=", "elo1 must be a number, not ''"},
        {"elo0=0,elo1=ten", "elo1 must be a number, not 'ten'"},
        {"elo0=nan,elo1=1", "elo0 must be a number, not 'nan'"},
        {"elo0=0,elo1=1,alpha=5%", "alpha must be a number, not '5%'"},
        {"elo0=0,elo1=5,elo0=1", "elo0 is given twice"},
        {"elo0=0,elo2=5", "unknown option 'elo2': use elo0, elo1, alpha, beta or model"},
        {"=5", "unknown option '': use elo0, elo1, alpha, beta or model"},
        {"elo0=0, elo1=5", "unknown option ' elo1': use elo0, elo1, alpha, beta or model"},
        {"elo0=5,elo1=5", "elo0 must be less than elo1, not 5 and 5"},
        {"elo0=10,elo1=-2.5", "elo0 must be less than elo1, not 10 and -2.5"},
        {"elo0=-201,elo1=5", "elo0 must be between -200 and 200, not -201"},
        {"elo0=0,elo1=200.5", "elo1 must be between -200 and 200, not 200.5"},
        {"elo0=0,elo1=5,alpha=0", "alpha must be more than 0 and less than 0.5, not 0"},
        {"elo0=0,elo1=5,beta=0.5", "beta must be more than 0 and less than 0.5, not 0.5"},
        {"elo0=0,elo1=5,model=bayesian", "model must be normalised or logistic, not 'bayesian'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Sprt sprt = {.elo0 = 77};
        Error error = {0};
        assert_false(sprt_parse(&sprt, slice_from(cases[i].text), &error));
        assert_string_equal(error.text, cases[i].reason);
        assert_near(sprt.elo0, 77, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_status),
        cmocka_unit_test(test_known_values),
        cmocka_unit_test(test_coin_by_hand),
        cmocka_unit_test(test_nothing_played),
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_error_rates),
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_parse_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
