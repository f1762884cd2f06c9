#pragma once
// Records as PGN: tag pairs, numbered moves with comments in braces, the result.
//
// The grammar is chess's Portable Game Notation with this project's moves; docs/formats.md has it
// in full. A writer's output is canonical: reading and writing it again changes no byte.

#include "rules/record/cursor.h"
#include "rules/record/record.h"

// Reads the record at a cursor, which must not be at the end, and moves the cursor behind it. A
// null `rules` takes the game from the Game tag. On refusal cursor and `out` are untouched, and the
// reason begins with the line.
bool pgn_read(Cursor *cursor, const Rules *rules, Record *out, Error *error);

void pgn_write(const Record *record, Text *out);
