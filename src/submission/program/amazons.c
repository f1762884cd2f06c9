#include "rules/amazons/amazons.h"

#include "base/cpu.h"
#include "submission/program/player.h"

const Rules *submission_rules(void) {
    return amazons_rules(cpu_level());
}
