#include "eval/amazons/lieberum.h"

#include "eval/amazons/endings.h"

#define EVALUATOR(level)                                                                           \
    {                                                                                              \
        .name = "lieberum", .game = "amazons", .value = LEVEL_JOIN(lieberum_value, level),         \
        .move_values = LEVEL_JOIN(lieberum_move_values, level),                                    \
        .solve = LEVEL_JOIN(endings_solve, level), .memory_bytes = sizeof(EndingsMemory),          \
    }

static const Evaluator TABLES[CPU_LEVEL_COUNT] = LEVEL_TABLE(EVALUATOR);

const Evaluator *lieberum_evaluator(CpuLevel level) {
    return &TABLES[level];
}
