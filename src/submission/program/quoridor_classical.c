#include "eval/quoridor/classical.h"
#include "submission/program/player.h"

const Evaluator *submission_classical(void) {
    return classical_evaluator(cpu_level());
}
