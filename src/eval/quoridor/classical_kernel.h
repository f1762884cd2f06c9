#pragma once
// The hot functions of the classical evaluation, compiled once for each CPU level. What they do is
// said in classical.h and evaluator.h.

#include "base/cpu.h"
#include "eval/quoridor/classical.h"

#define CLASSICAL_KERNEL(level)                                                                    \
    void LEVEL_JOIN(classical_terms, level)(const Position *pos, ClassicalTerms *out);             \
    int LEVEL_JOIN(classical_value, level)(const Evaluator *self, const Position *pos);            \
    void LEVEL_JOIN(classical_move_values, level)(                                                 \
        const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *values);

LEVEL_EACH(CLASSICAL_KERNEL)
