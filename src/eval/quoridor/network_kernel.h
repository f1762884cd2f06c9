#pragma once
// The hot functions of the learned evaluation, compiled once for each CPU level. What they do is
// said in network.h and evaluator.h.

#include "base/cpu.h"
#include "eval/evaluator.h"

#define QUORIDOR_NETWORK_KERNEL(level)                                                             \
    int LEVEL_JOIN(quoridor_network_value, level)(const Evaluator *self, const Position *pos);     \
    void LEVEL_JOIN(quoridor_network_move_values, level)(                                          \
        const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *values);

LEVEL_EACH(QUORIDOR_NETWORK_KERNEL)
