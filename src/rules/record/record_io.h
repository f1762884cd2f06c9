#pragma once
// Records as text: files of games in, files of games out.
//
// The grammars are in docs/formats.md. `pgn` holds everything that a Record holds, for both games.
// `sgf` does so too, for Amazons. A plain list of moves, one a line, in any notation that the game
// knows, holds nothing but the moves of the main line. Reading refuses what a Record cannot hold
// instead of dropping it, but for the signs by which people judge moves (`!?`, `$6`).

#include "rules/record/cursor.h"
#include "rules/record/record.h"

// A list of moves in notation n is the format RECORD_LIST + n; see record_list_format.
typedef enum RecordFormat { RECORD_PGN, RECORD_SGF, RECORD_LIST } RecordFormat;

static inline RecordFormat record_list_format(Notation notation) {
    return (RecordFormat)((int)RECORD_LIST + (int)notation);
}

// `pgn`, `sgf`, or the name of a notation for a list of moves. SGF's own notation has no list by
// name, for `sgf` is the file format.
bool record_format_find(Slice name, RecordFormat *out);
const char *record_format_name(RecordFormat format);

// Whether games of these rules can be written in a format.
bool record_format_fits(RecordFormat format, const Rules *rules);

// Reads a text that holds exactly one record. `rules` says which game is wanted; null leaves that
// to a PGN's Game tag or to SGF. Lists of moves need the rules and start at the default variant's
// start position. The reason of a refusal begins with the line: `line 12: move 7: ...`. On success
// release `out`; on refusal it is untouched.
bool record_read(Slice text, RecordFormat format, const Rules *rules, Record *out, Error *error);

// Reads a list of moves, one a line, that starts at any position.
bool record_read_moves(Slice text, Notation notation, const Rules *rules, const Position *start,
    Record *out, Error *error);

// Reads the records of a collection one by one. The text must outlive the reader; nothing else is
// owned. Line numbers count through the whole text.
typedef struct RecordReader {
    Cursor cursor;
    RecordFormat format;
    const Rules *rules;
} RecordReader;

typedef enum RecordNext { RECORD_NEXT_READ, RECORD_NEXT_END, RECORD_NEXT_REFUSED } RecordNext;

RecordReader record_reader(Slice text, RecordFormat format, const Rules *rules);

// The next record, if there is one: release `out` after RECORD_NEXT_READ, and only then. A refusal
// ends the collection, for where the next record would begin is anybody's guess: the reader stays
// where it was.
RecordNext record_read_next(RecordReader *reader, Record *out, Error *error);

// Adds a record to a text, ending in a newline. A blank line may stand between the records of a
// collection. Refuses a format that the game does not have, and then adds nothing.
bool record_write(const Record *record, RecordFormat format, Text *out, Error *error);
