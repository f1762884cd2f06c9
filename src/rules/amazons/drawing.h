#pragma once
// The board as a drawing for a terminal, the highest rank on top.

#include "rules/rules.h"

// See rules.h.
void amazons_draw(const Position *pos, bool colour, Text *out);
