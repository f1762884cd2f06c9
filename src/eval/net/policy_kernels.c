#include "eval/net/policy_kernel.h"

#define EVALUATOR(level)                                                                           \
    { .policy = LEVEL_JOIN(policy_kernel, level) }

static const Evaluator TABLES[CPU_LEVEL_COUNT] = LEVEL_TABLE(EVALUATOR);

void policy_kernel_choose(Evaluator *evaluator, CpuLevel level) {
    evaluator->policy = TABLES[level].policy;
}
