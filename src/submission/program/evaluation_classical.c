// The evaluation of eval/evaluators.h for one game, without a network.

#include <stdlib.h>

#include "eval/evaluators.h"
#include "submission/program/player.h"

struct Evaluation {
    const Evaluator *evaluator;
};

Evaluation *evaluation_new(
    const Rules *rules, const Variant *variant, const char *network, Error *error) {
    (void)rules;
    (void)variant;
    (void)network;
    (void)error;
    Evaluation *evaluation = (Evaluation *)calloc(1, sizeof *evaluation);
    if (!evaluation) {
        abort();
    }
    evaluation->evaluator = submission_classical();
    return evaluation;
}

void evaluation_free(Evaluation *evaluation) {
    free(evaluation);
}

const Evaluator *evaluation_table(const Evaluation *evaluation) {
    return evaluation->evaluator;
}
