#include "rules/quoridor/quoridor.h"

#include "base/cpu.h"
#include "submission/program/player.h"

const Rules *submission_rules(void) {
    return quoridor_rules(cpu_level());
}
