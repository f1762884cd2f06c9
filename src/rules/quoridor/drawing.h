#pragma once
// The board as a drawing for a terminal, rank 9 on top.

#include "rules/rules.h"

// See rules.h.
void quoridor_draw(const Position *pos, bool colour, Text *out);
