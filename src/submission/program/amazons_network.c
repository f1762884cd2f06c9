#include "eval/amazons/network.h"

#include "eval/amazons/network_inputs.h"
#include "submission/program/player.h"

const NetworkShape *const NETWORK_SHAPES[] = {&NETWORK_AMAZONS_8, NULL};

bool submission_learned(Evaluator *out, const Network *network) {
    return amazons_network_evaluator(out, network, cpu_level());
}
