#include "eval/amazons/lieberum.h"
#include "submission/program/player.h"

const Evaluator *submission_classical(void) {
    return lieberum_evaluator(cpu_level());
}
