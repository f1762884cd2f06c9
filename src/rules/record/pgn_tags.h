#pragma once
// The tag pairs at the head of a PGN: `[Name "value"]`, a line each.
//
// Four of them describe the game itself: Game, Variant, Position and Result. They are only known to
// be right together, so the tags are gathered first and then turned into a Record.

#include "rules/record/cursor.h"
#include "rules/record/record.h"

// Besides a record's own tags the four that describe the game.
#define PGN_TAGS_MAX (RECORD_TAGS_MAX + 4)
// The bytes that end a word without a blank.
#define PGN_MARKS "{}()[];$\""

typedef struct PgnTag {
    Slice name;
    Slice value; // still escaped
    size_t line;
} PgnTag;

typedef struct PgnTags {
    PgnTag list[PGN_TAGS_MAX];
    size_t count;
    size_t line; // of the tag looked at last: where a refusal points
    Text scratch;
} PgnTags;

void pgn_tags_init(PgnTags *tags);
void pgn_tags_release(PgnTags *tags);

// Reads all tags at the cursor, up to the first thing that is none. They point into the text.
bool pgn_tags_read(PgnTags *tags, Cursor *cursor, Error *error);

// The decoded value of a tag, valid until the next call. False if there is none.
bool pgn_tags_find(PgnTags *tags, const char *name, Slice *value);

// Starts the record that the tags describe, with all other tags in it. `rules` may be null: then
// the Game tag decides. On refusal there is nothing to release.
bool pgn_tags_start(PgnTags *tags, const Rules *rules, Record *record, Error *error);

// Writes a record's tags in the order of roster.h, between Game and Variant at the front and
// Position at the end. Result stands before Termination.
void pgn_tags_write(const Record *record, Text *out);

// Adds a PGN with another value of a tag that it has; all the rest stays byte for byte, and the
// moves are not looked at. False if there is no such tag, and then nothing is added.
bool pgn_tags_replace(Slice pgn, const char *name, Slice value, Text *out);
