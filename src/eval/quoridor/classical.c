#include "eval/quoridor/classical.h"

#include "eval/quoridor/classical_kernel.h"
#include "eval/quoridor/endgame.h"

#define EVALUATOR(level)                                                                           \
    {                                                                                              \
        .name = "classical", .game = "quoridor", .value = LEVEL_JOIN(classical_value, level),      \
        .move_values = LEVEL_JOIN(classical_move_values, level), .solve = endgame_solve,           \
        .memory_bytes = sizeof(EndgameMemory),                                                     \
    }

static const Evaluator TABLES[CPU_LEVEL_COUNT] = LEVEL_TABLE(EVALUATOR);

const Evaluator *classical_evaluator(CpuLevel level) {
    return &TABLES[level];
}

void classical_terms(CpuLevel level, const Position *pos, ClassicalTerms *out) {
    typedef void Terms(const Position *pos, ClassicalTerms *out);
#define TERMS(level) LEVEL_JOIN(classical_terms, level)
    static Terms *const terms[CPU_LEVEL_COUNT] = LEVEL_TABLE(TERMS);
    terms[level](pos, out);
}
