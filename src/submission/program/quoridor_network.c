#include "eval/quoridor/network.h"

#include "submission/program/player.h"

const NetworkShape *const NETWORK_SHAPES[] = {&NETWORK_QUORIDOR, NULL};

bool submission_learned(Evaluator *out, const Network *network) {
    return quoridor_network_evaluator(out, network, cpu_level());
}
