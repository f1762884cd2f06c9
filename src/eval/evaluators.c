#include "eval/evaluators.h"

#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "eval/amazons/lieberum.h"
#include "eval/quoridor/classical.h"

struct Evaluation {
    Evaluator table;
};

Evaluation *evaluation_new(const Rules *rules, const char *network, Error *error) {
    if (network && strcmp(network, "none") != 0) {
        error_set(error, "no networks yet");
        return NULL;
    }
    Evaluation *evaluation = calloc(1, sizeof *evaluation);
    if (!evaluation) {
        abort();
    }
    bool is_amazons = strcmp(rules->name, "amazons") == 0;
    evaluation->table =
        *(is_amazons ? lieberum_evaluator(cpu_level()) : classical_evaluator(cpu_level()));
    return evaluation;
}

void evaluation_free(Evaluation *evaluation) {
    free(evaluation);
}

const Evaluator *evaluation_table(const Evaluation *evaluation) {
    return &evaluation->table;
}
