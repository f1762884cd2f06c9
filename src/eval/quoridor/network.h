#pragma once
// The learned evaluation of Quoridor: what a network is shown (network_inputs.h).

#include "eval/net/network.h"

// One shape for all variants; they differ in rare jumps and in caps.
extern const NetworkShape NETWORK_QUORIDOR;
