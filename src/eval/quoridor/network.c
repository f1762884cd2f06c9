#include "eval/quoridor/network.h"

#include "eval/quoridor/endgame.h"
#include "eval/quoridor/network_kernel.h"

bool quoridor_network_evaluator(Evaluator *out, const Network *network, CpuLevel level) {
    if (network->shape != &NETWORK_QUORIDOR) {
        return false;
    }
    *out = (Evaluator){
        .name = "network",
        .game = "quoridor",
        .value = quoridor_network_value_base,
        .move_values = quoridor_network_move_values_base,
        .solve = endgame_solve,
        .memory_bytes = sizeof(EndgameMemory),
        .network = network,
    };
#ifdef IMMURE_HAS_V3
    if (level == CPU_V3) {
        out->value = quoridor_network_value_v3;
        out->move_values = quoridor_network_move_values_v3;
    }
#endif
    (void)level;
    return true;
}
