#pragma once
// A position as one line of text; the format is described in quoridor.h.

#include "rules/rules.h"

// See rules.h. Only positions that can be played on are read: walls that fit and seal nobody off,
// pawns on different squares and at most one of them at its goal, no more walls than there are.
bool quoridor_read(Slice text, const Variant *variant, Position *out, Error *error);
size_t quoridor_write(const Position *pos, char *out);
