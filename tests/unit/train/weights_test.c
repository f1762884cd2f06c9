// Logistic regression, and the classical evaluations refitted: weights that are known come back.

#include <math.h>

#include "eval/amazons/lieberum.h"
#include "eval/amazons/lieberum_weights.h"
#include "eval/quoridor/classical_weights.h"
#include "train/weights.h"
#include "unit/train/fit_fixture.h"

#define ROWS 20000
#define KNOWN 4

static const double WEIGHTS[KNOWN] = {0.8, -0.3, 0.05, 1.7};

// Rows of terms by chance, whose targets are the chances by the known weights, or results drawn by
// them.
static LogisticRow *make_rows(bool is_drawn) {
    LogisticRow *rows = calloc(ROWS, sizeof *rows);
    assert_non_null(rows);
    Logistic known = {.count = KNOWN};
    memcpy(known.weights, WEIGHTS, sizeof WEIGHTS);
    Rng rng;
    rng_init(&rng, 11);
    for (size_t i = 0; i < ROWS; i++) {
        rows[i].count = KNOWN;
        for (uint8_t j = 0; j < KNOWN; j++) {
            rows[i].weights[j] = j;
            rows[i].terms[j] = (float)(4 * rng_unit(&rng) - 2);
        }
        const double chance = 1 / (1 + exp(-logistic_logit(&known, &rows[i])));
        rows[i].target = is_drawn ? rng_unit(&rng) < chance : (float)chance;
    }
    return rows;
}

static void known_weights_come_back_from_chances(void **state) {
    (void)state;
    LogisticRow *rows = make_rows(false);
    Logistic logistic = {.count = KNOWN, .pull = 1e-6};
    logistic_fit(&logistic, rows, ROWS);
    for (int i = 0; i < KNOWN; i++) {
        assert_true(fabs(logistic.weights[i] - WEIGHTS[i]) < 1e-5);
    }
    free(rows);
}

// A weight's standard error is about 1 / sqrt(rows * p (1 - p) * mean square of its term), here
// 0.017; four of them are allowed.
static void known_weights_come_back_from_results(void **state) {
    (void)state;
    LogisticRow *rows = make_rows(true);
    Logistic logistic = {.count = KNOWN, .pull = 1};
    logistic_fit(&logistic, rows, ROWS);
    for (int i = 0; i < KNOWN; i++) {
        assert_true(fabs(logistic.weights[i] - WEIGHTS[i]) < 4 * 0.017);
    }
    free(rows);
}

static void weights_that_must_not_be_negative_are_zero(void **state) {
    (void)state;
    LogisticRow *rows = make_rows(false);
    Logistic logistic = {.count = KNOWN, .pull = 1e-6, .is_nonnegative = {true, true, true, true}};
    logistic_fit(&logistic, rows, ROWS);
    assert_true(logistic.weights[0] > 0.5 && logistic.weights[3] > 1);
    assert_true(logistic.weights[1] == 0 && logistic.is_fixed[1]);
    free(rows);
}

static void bonds_draw_weights_together(void **state) {
    (void)state;
    LogisticRow *rows = make_rows(false);
    Logistic logistic = {.count = KNOWN, .pull = 1e-6, .bond_distance = 2, .bond = {1e9, 0}};
    logistic_fit(&logistic, rows, ROWS);
    assert_true(fabs(logistic.weights[0] - logistic.weights[2]) < 1e-4);
    assert_true(logistic.weights[0] > 0.2 && logistic.weights[0] < 0.6);
    assert_true(fabs(logistic.weights[1] - logistic.weights[3]) > 1);
    free(rows);
}

// Data that can be told apart without fault would push weights without end; the pull holds them.
static void separable_data_do_no_harm(void **state) {
    (void)state;
    LogisticRow rows[2] = {
        {.terms = {1}, .count = 1, .target = 1}, {.terms = {-1}, .count = 1, .target = 0}};
    Logistic logistic = {.count = 1, .pull = 1e-3};
    logistic_fit(&logistic, rows, 2);
    // Where 2 (1 - p) = 0.001 w: at w = 5.6.
    assert_true(logistic.weights[0] > 5 && logistic.weights[0] < 6.5);
}

typedef int (*Valuation)(const Position *pos);

// Random games in which the search thinks what an evaluation says, quiet throughout.
static void write_valued(
    const char *path, const Rules *rules, const Variant *variant, int count, Valuation value) {
    Error error;
    SampleFile *file = samples_append_to(path, rules, variant, &error);
    assert_non_null(file);
    for (int i = 0; i < count; i++) {
        SampleGame game;
        fixture_game(rules, variant, (uint64_t)i, &game);
        Position pos = game.start;
        for (size_t ply = 0; ply < game.count; ply++) {
            game.plies[ply].value = (int16_t)value(&pos);
            game.plies[ply].is_quiet = true;
            rules->apply(&pos, game.plies[ply].move, &pos);
        }
        game.result = RESULT_DRAW; // not asked
        assert_true(samples_put(file, &game, &error));
    }
    assert_true(samples_close(file, &error));
}

static void refit(const char *path, const Rules *rules, const Variant *variant, Text *out,
    WeightsReport *report) {
    FitDataSettings settings = fit_settings_default().data;
    settings.shape = network_shape_for(rules, variant);
    settings.files = &path;
    settings.file_count = 1;
    settings.result_share = 0;
    Error error;
    text_init(out);
    assert_true(weights_fit(&settings, variant, 2, out, report, &error));
}

static int weigh_classical(const Position *pos) {
    ClassicalTerms terms;
    classical_terms(CPU_BASE, pos, &terms);
    const int value = classical_weigh(&terms);
    return value > 20000 ? 20000 : value < -20000 ? -20000 : value;
}

static long number_after(const Text *text, const char *name) {
    const char *at = strstr(text->data, name);
    assert_non_null(at);
    return strtol(at + strlen(name), NULL, 10);
}

static void the_weights_of_quoridor_come_back(void **state) {
    (void)state;
    const Rules *rules = fixture_rules("quoridor");
    const char *path = fixture_path("quoridor");
    write_valued(path, rules, rules->variants, 60, weigh_classical);
    Text text;
    WeightsReport report;
    refit(path, rules, rules->variants, &text, &report);
    assert_in_range(number_after(&text, "WEIGHT_TEMPO = "), WEIGHT_TEMPO - 4, WEIGHT_TEMPO + 4);
    assert_in_range(
        number_after(&text, "WEIGHT_DISTANCE = "), WEIGHT_DISTANCE - 4, WEIGHT_DISTANCE + 4);
    assert_in_range(number_after(&text, "WEIGHT_WALL = "), WEIGHT_WALL - 4, WEIGHT_WALL + 4);
    assert_in_range(number_after(&text, "WEIGHT_FACING = "), WEIGHT_FACING - 6, WEIGHT_FACING + 6);
    assert_true(report.positions > 1000 && report.held_out > 0);
    text_release(&text);
}

static int value_lieberum(const Position *pos) {
    const Evaluator *evaluator = lieberum_evaluator(cpu_level());
    return evaluator->value(evaluator, pos);
}

// Rows as the file has them.
static void read_rows(const Text *text, LieberumWeights rows[LIEBERUM_ROW_COUNT]) {
    const char *at = text->data;
    for (int row = 0; row < LIEBERUM_ROW_COUNT; row++) {
        at = strstr(at, "{{");
        assert_non_null(at);
        at += 2;
        for (int i = 0; i < LIEBERUM_WEIGHT_COUNT; i++) {
            char *end;
            rows[row].weight[i] = (int32_t)strtol(at, &end, 10);
            at = end + 1;
        }
    }
}

// The rows that random games fill come back nearly as they were: the bond between rows and the cut
// of values to whole numbers leave a little.
static void the_weights_of_amazons_come_back(void **state) {
    (void)state;
    const Rules *rules = fixture_rules("amazons");
    const Variant *variant = rules_variant(rules, slice_from("8x8"));
    const char *path = fixture_path("amazons");
    write_valued(path, rules, variant, 2000, value_lieberum);
    Text text;
    WeightsReport report;
    refit(path, rules, variant, &text, &report);
    // Nothing is left to explain but the targets' own doubt.
    assert_true(report.fitted.loss - report.current.loss < 0.0005);
    LieberumWeights rows[LIEBERUM_ROW_COUNT];
    read_rows(&text, rows);
    const int asked[] = {LIEBERUM_WEIGHT_T1, LIEBERUM_WEIGHT_T2, LIEBERUM_WEIGHT_C2};
    for (int row = 3; row <= 5; row++) {
        for (int i = 0; i < 3; i++) {
            const int known = LIEBERUM_WEIGHTS_8X8[row].weight[asked[i]];
            assert_in_range(rows[row].weight[asked[i]], known * 9 / 10, known * 11 / 10);
        }
    }
    assert_int_equal(rows[0].weight[LIEBERUM_WEIGHT_T2], 0);
    text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_weights_come_back_from_chances),
        cmocka_unit_test(known_weights_come_back_from_results),
        cmocka_unit_test(weights_that_must_not_be_negative_are_zero),
        cmocka_unit_test(bonds_draw_weights_together),
        cmocka_unit_test(separable_data_do_no_harm),
        cmocka_unit_test(the_weights_of_quoridor_come_back),
        cmocka_unit_test(the_weights_of_amazons_come_back),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
