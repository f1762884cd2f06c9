#pragma once
// A note as the text between the braces of a PGN comment: commands, then the comment itself.
//
//      {[%emt 0.123] [%clk 0:00:59.877] [%eval 0.35] a free comment}
//
// Commands are known anywhere in a comment. One that takes no part here, cannot be read or comes a
// second time is left where it stands, as part of the comment. A backslash before one of \ } [ ]
// makes that byte an ordinary one, so any comment can be written.

#include "rules/record/record.h"

// What was read about one note so far; it may come in several comments.
typedef struct PgnComment {
    Text text;
    Text eval;
    Text sgf;
    int64_t elapsed_ms;
    int64_t clock_ms;
    bool sgf_is_open; // the comment being read has an SGF command without an end
} PgnComment;

void pgn_comment_init(PgnComment *comment);
void pgn_comment_release(PgnComment *comment);

// How many bytes stand before the closing brace; the whole size if there is none.
size_t pgn_comment_size(Slice text);

// Adds what stands between braces, or the rest of a line after a semicolon, which has no commands
// and no escapes.
void pgn_comment_add(PgnComment *comment, Slice text);
void pgn_comment_add_line(PgnComment *comment, Slice text);

// Puts all that was read into a note and starts afresh.
bool pgn_comment_store(PgnComment *comment, Record *record, size_t index, Error *error);

// Adds a note to a text, braces included; nothing if the note is empty.
void pgn_comment_write(const Record *record, size_t index, Text *out);
