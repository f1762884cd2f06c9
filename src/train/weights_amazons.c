// Lieberum's evaluation (eval/amazons/lieberum.h): a row of weights for each of eight values of w,
// mixed in between.

#include <math.h>

#include "eval/amazons/lieberum.h"
#include "eval/amazons/lieberum_weights.h"
#include "train/weights.h"

// Rows next to each other are alike; 40 positions of doubt are enough to say so.
#define BOND 40.0
#define PULL 1.0
// A row that fewer positions than this speak for follows the one before.
#define ROW_POSITIONS_MIN 1000.0
#define BOND_TIED 1e6
// At w = 0 having the move is minus half a square (lieberum_weights.h).
#define MOVE_AT_ZERO (-0.5)

static const int UNITS[LIEBERUM_WEIGHT_COUNT] = {
    [LIEBERUM_WEIGHT_T1] = LIEBERUM_T_UNIT,
    [LIEBERUM_WEIGHT_T2] = LIEBERUM_T_UNIT,
    [LIEBERUM_WEIGHT_C1] = LIEBERUM_C1_UNIT,
    [LIEBERUM_WEIGHT_C2] = LIEBERUM_C2_UNIT,
    [LIEBERUM_WEIGHT_MOBILITY] = LIEBERUM_MOBILITY_UNIT,
    [LIEBERUM_WEIGHT_MOVE] = 1,
};

static void begin(const Variant *variant, Logistic *logistic) {
    (void)variant;
    logistic->count = LIEBERUM_ROW_COUNT * LIEBERUM_WEIGHT_COUNT;
    logistic->pull = PULL;
    logistic->bond_distance = LIEBERUM_WEIGHT_COUNT;
    for (size_t i = 0; i < logistic->count; i++) {
        const size_t row = i / LIEBERUM_WEIGHT_COUNT;
        const size_t term = i % LIEBERUM_WEIGHT_COUNT;
        logistic->is_nonnegative[i] = term != LIEBERUM_WEIGHT_MOVE;
        logistic->is_fixed[i] = row == 0 && term != LIEBERUM_WEIGHT_T1;
        // What counts at w = 0 is another matter.
        logistic->bond[i] = row > 0 && row < LIEBERUM_ROW_COUNT - 1 ? BOND : 0;
    }
}

static void get_terms(const Position *pos, LieberumTerms *out) {
    typedef void Terms(const Position *pos, LieberumTerms *out);
#define TERMS(level) LEVEL_JOIN(lieberum_terms, level)
    static Terms *const terms[CPU_LEVEL_COUNT] = LEVEL_TABLE(TERMS);
    terms[cpu_level()](pos, out);
}

static void add_term(LogisticRow *out, int row, int term, double number) {
    out->weights[out->count] = (uint8_t)(row * LIEBERUM_WEIGHT_COUNT + term);
    out->terms[out->count++] = (float)number;
}

static void terms(const Position *pos, LogisticRow *out) {
    LieberumTerms have;
    get_terms(pos, &have);
    const int numbers[LIEBERUM_WEIGHT_COUNT] = {
        have.t1, have.t2, have.c1, have.c2, have.mobility, 1};
    const double w = fmin((double)have.w / LIEBERUM_W_UNIT, LIEBERUM_ROWS_END - 1.0 / 64);
    const int row = w < 1 ? 0 : 1 + (int)log2(w);
    const double start = w < 1 ? 0 : ldexp(1, row - 1);
    const double share = (w - start) / (w < 1 ? 1 : start);
    out->count = 0;
    for (int side = 0; side < 2; side++) {
        const double part = side == 0 ? 1 - share : share;
        if (row + side == 0) {
            const double squares = (double)have.t1 / LIEBERUM_T_UNIT + MOVE_AT_ZERO;
            add_term(out, 0, LIEBERUM_WEIGHT_T1, part * squares);
            continue;
        }
        for (int term = 0; term < LIEBERUM_WEIGHT_COUNT; term++) {
            add_term(out, row + side, term, part * numbers[term] / UNITS[term]);
        }
    }
}

// The term for having the move is 1, so its parts count the positions that speak for a row.
static void prepare(const LogisticRow *rows, size_t row_count, Logistic *logistic) {
    double positions[LIEBERUM_ROW_COUNT] = {0};
    for (size_t i = 0; i < row_count; i++) {
        for (int j = 0; j < rows[i].count; j++) {
            if (rows[i].weights[j] % LIEBERUM_WEIGHT_COUNT == LIEBERUM_WEIGHT_MOVE) {
                positions[rows[i].weights[j] / LIEBERUM_WEIGHT_COUNT] += (double)rows[i].terms[j];
            }
        }
    }
    for (size_t row = 1; row + 1 < LIEBERUM_ROW_COUNT; row++) {
        for (size_t term = 0; term < LIEBERUM_WEIGHT_COUNT; term++) {
            if (positions[row + 1] < ROW_POSITIONS_MIN) {
                logistic->bond[row * LIEBERUM_WEIGHT_COUNT + term] = BOND_TIED;
            }
        }
    }
}

static int value(const Position *pos) {
    const Evaluator *evaluator = lieberum_evaluator(cpu_level());
    return evaluator->value(evaluator, pos);
}

static void write(const Logistic *logistic, Text *out) {
    text_add(out, "//   t1     t2    c1     c2  mobility move\n");
    for (int row = 0; row < LIEBERUM_ROW_COUNT; row++) {
        long weights[LIEBERUM_WEIGHT_COUNT];
        for (int term = 0; term < LIEBERUM_WEIGHT_COUNT; term++) {
            const double weight = logistic->weights[row * LIEBERUM_WEIGHT_COUNT + term];
            weights[term] = lround(weight * 1000 * (1 << LIEBERUM_WEIGHT_BITS) / UNITS[term]);
        }
        if (row == 0) {
            weights[LIEBERUM_WEIGHT_MOVE] =
                lround(MOVE_AT_ZERO * LIEBERUM_T_UNIT * (double)weights[LIEBERUM_WEIGHT_T1]);
        }
        text_addf(out, "{{%5ld, %5ld, %4ld, %5ld, %5ld, %7ld}}, // w = %d\n",
            weights[LIEBERUM_WEIGHT_T1], weights[LIEBERUM_WEIGHT_T2], weights[LIEBERUM_WEIGHT_C1],
            weights[LIEBERUM_WEIGHT_C2], weights[LIEBERUM_WEIGHT_MOBILITY],
            weights[LIEBERUM_WEIGHT_MOVE], row == 0 ? 0 : 1 << (row - 1));
    }
}

const WeightsKind WEIGHTS_AMAZONS = {
    .game = "amazons",
    .begin = begin,
    .terms = terms,
    .prepare = prepare,
    .value = value,
    .write = write,
};
