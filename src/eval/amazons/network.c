#include "eval/amazons/network.h"

#include <string.h>

#include "eval/amazons/endings.h"
#include "eval/net/policy_kernel.h"

#define EVALUATOR(level)                                                                           \
    {                                                                                              \
        .name = "network", .game = "amazons", .value = LEVEL_JOIN(network_amazons_value, level),   \
        .move_values = LEVEL_JOIN(network_amazons_move_values, level),                             \
        .solve = LEVEL_JOIN(endings_solve, level), .memory_bytes = sizeof(EndingsMemory),          \
    }

static const Evaluator TABLES[CPU_LEVEL_COUNT] = LEVEL_TABLE(EVALUATOR);

bool amazons_network_evaluator(Evaluator *out, const Network *network, CpuLevel level) {
    if (strcmp(network->shape->game, "amazons") != 0) {
        return false;
    }
    *out = TABLES[level];
    out->network = network;
#ifndef IMMURE_SUBMISSION
    policy_kernel_choose(out, level);
#endif
    return true;
}
