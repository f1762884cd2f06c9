#pragma once
// The hot functions of the Rules table, compiled once for each CPU level. What they do is said in
// rules.h.
//
// moves() lists pawn targets by square, then horizontal and then vertical walls by slot.

#include "base/cpu.h"
#include "rules/rules.h"

#define QUORIDOR_KERNEL(level)                                                                     \
    size_t LEVEL_JOIN(quoridor_moves, level)(const Position *pos, Move *out);                      \
    size_t LEVEL_JOIN(quoridor_count, level)(const Position *pos);                                 \
    void LEVEL_JOIN(quoridor_apply, level)(const Position *pos, Move move, Position *out);         \
    Outcome LEVEL_JOIN(quoridor_outcome, level)(const Position *pos);

LEVEL_EACH(QUORIDOR_KERNEL)
