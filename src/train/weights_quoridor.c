// The classical evaluation of Quoridor (eval/quoridor/classical_weights.h): four weights.

#include <math.h>

#include "eval/quoridor/classical.h"
#include "train/weights.h"

#define PULL 1.0

enum { WEIGHT_TEMPO, WEIGHT_DISTANCE, WEIGHT_WALL, WEIGHT_FACING, WEIGHT_COUNT };

static void begin(const Variant *variant, Logistic *logistic) {
    (void)variant;
    logistic->count = WEIGHT_COUNT;
    logistic->pull = PULL;
}

static void terms(const Position *pos, LogisticRow *out) {
    ClassicalTerms have;
    classical_terms(cpu_level(), pos, &have);
    out->count = WEIGHT_COUNT;
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        out->weights[i] = (uint8_t)i;
    }
    out->terms[WEIGHT_TEMPO] = 1;
    out->terms[WEIGHT_DISTANCE] = (float)(have.distance[1] - have.distance[0]);
    out->terms[WEIGHT_WALL] = (float)(have.walls[0] - have.walls[1]);
    out->terms[WEIGHT_FACING] = (float)have.facing;
}

static int value(const Position *pos) {
    const Evaluator *evaluator = classical_evaluator(cpu_level());
    return evaluator->value(evaluator, pos);
}

static void write(const Logistic *logistic, Text *out) {
    text_addf(out, "WEIGHT_TEMPO = %ld,\n", lround(1000 * logistic->weights[WEIGHT_TEMPO]));
    text_addf(out, "WEIGHT_DISTANCE = %ld, // a step less to go\n",
        lround(1000 * logistic->weights[WEIGHT_DISTANCE]));
    text_addf(out, "WEIGHT_WALL = %ld, // a wall more in hand\n",
        lround(1000 * logistic->weights[WEIGHT_WALL]));
    text_addf(out, "WEIGHT_FACING = %ld,\n", lround(1000 * logistic->weights[WEIGHT_FACING]));
}

const WeightsKind WEIGHTS_QUORIDOR = {
    .game = "quoridor", .begin = begin, .terms = terms, .value = value, .write = write};
