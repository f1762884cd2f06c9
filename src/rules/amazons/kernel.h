#pragma once
// The hot functions of the Rules table, compiled once for each CPU level. What they do is said in
// rules.h.

#include "base/cpu.h"
#include "rules/rules.h"

#define AMAZONS_KERNEL(level)                                                                      \
    size_t LEVEL_JOIN(amazons_moves, level)(const Position *pos, Move *out);                       \
    size_t LEVEL_JOIN(amazons_count, level)(const Position *pos);                                  \
    void LEVEL_JOIN(amazons_apply, level)(const Position *pos, Move move, Position *out);          \
    Outcome LEVEL_JOIN(amazons_outcome, level)(const Position *pos);

LEVEL_EACH(AMAZONS_KERNEL)
