#include "eval/quoridor/network.h"

#include "eval/net/policy_kernel.h"
#include "eval/quoridor/endgame.h"
#include "eval/quoridor/network_kernel.h"

#define EVALUATOR(level)                                                                           \
    {                                                                                              \
        .name = "network", .game = "quoridor", .value = LEVEL_JOIN(quoridor_network_value, level), \
        .move_values = LEVEL_JOIN(quoridor_network_move_values, level), .solve = endgame_solve,    \
        .memory_bytes = sizeof(EndgameMemory),                                                     \
    }

static const Evaluator TABLES[CPU_LEVEL_COUNT] = LEVEL_TABLE(EVALUATOR);

bool quoridor_network_evaluator(Evaluator *out, const Network *network, CpuLevel level) {
    if (network->shape != &NETWORK_QUORIDOR) {
        return false;
    }
    *out = TABLES[level];
    out->network = network;
    policy_kernel_choose(out, level);
    return true;
}
