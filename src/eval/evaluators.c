#include "eval/evaluators.h"

#include <string.h>

#include "base/cpu.h"
#include "eval/amazons/lieberum.h"
#include "eval/quoridor/classical.h"

const Evaluator *evaluator_for(const Rules *rules) {
    return strcmp(rules->name, "amazons") == 0 ? lieberum_evaluator(cpu_level())
                                               : classical_evaluator(cpu_level());
}
