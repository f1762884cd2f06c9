#pragma once
// The start position of an Amazons record in the root of its SGF tree.
//
//      SZ[8]AB[cf][fh]...AW[ca][fa]...AA[dd]PL[W]IMPLY[7]
//
// Without AB, AW, AE and AA the game starts at the start position of its size, which SGF says for
// 10x10 and which is the obvious meaning for the others.

#include "rules/rules.h"

// Reads the position of a root node that was read; see sgf_syntax.h.
bool sgf_read_setup(Slice node, const Rules *rules, Position *out, Error *error);

// Adds all of it to a text, explicitly: SZ, AB, AW, AA if there are arrows, PL, IMPLY if the ply is
// not 0.
void sgf_write_setup(const Position *pos, Text *out);
