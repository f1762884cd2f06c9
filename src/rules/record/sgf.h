#pragma once
// Records of Amazons as SGF, FF[4] GM[18] (red-bean.com/sgf/amazons.html).
//
// Black is the first player and sits at the bottom; points name the column from the left and the
// row from the top. The position is always written out, so that boards of all sizes read the same.
// What SGF has no place for is in private properties (sgf_map.h, docs/formats.md), and what a
// Record has no place for is kept beside its node, so that nothing is lost between PGN and SGF.

#include "rules/record/cursor.h"
#include "rules/record/record.h"

// Reads the game tree at a cursor, which must not be at the end, and moves the cursor behind it. On
// refusal cursor and `out` are untouched, and the reason begins with the line. The first branch of
// a tree is the main line, the others are variations.
bool sgf_read(Cursor *cursor, const Rules *rules, Record *out, Error *error);

void sgf_write(const Record *record, Text *out);
