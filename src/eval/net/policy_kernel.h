#pragma once
// The hot part of the policy, compiled once for each CPU level, and on top of it the function of
// Evaluator.policy, the same for every game.

#include "base/cpu.h"
#include "eval/evaluator.h"
#include "eval/net/network.h"

#define POLICY_KERNEL(level)                                                                       \
    void LEVEL_JOIN(policy_kernel_sums, level)(const Network *network,                             \
        const NetworkInputs *inputs, const PolicyView *view, int32_t *sums);                       \
    bool LEVEL_JOIN(policy_kernel, level)(                                                         \
        const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *logits);

LEVEL_EACH(POLICY_KERNEL)

// Gives the evaluation of a network its policy, at a CPU level that cpu_has().
void policy_kernel_choose(Evaluator *evaluator, CpuLevel level);
