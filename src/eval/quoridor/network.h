#pragma once
// The learned evaluation of Quoridor: a network that is shown pawns, walls, corridors and the race
// (network_inputs.h).
//
// Values are what network_value says of a position, but they fade before the variant's cap on
// plies, of which the network knows nothing (finish.h).

#include "base/cpu.h"
#include "eval/evaluator.h"
#include "eval/net/network.h"

// One shape for all variants; they differ in rare jumps and in caps.
extern const NetworkShape NETWORK_QUORIDOR;

// Makes an evaluation of a network, which must stay where it is, for a CPU level that cpu_has().
// False if the network is not of NETWORK_QUORIDOR's shape; then `out` is left alone.
bool quoridor_network_evaluator(Evaluator *out, const Network *network, CpuLevel level);
