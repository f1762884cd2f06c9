#pragma once
// Where the games of a match start: a book of short move lists, or random ones.
//
// A book is text: one opening a line in standard notation, `#` starts a comment. All openings are
// checked when the book is read. Each opening is used for a pair of games with colours swapped.

#include "rules/game.h"

typedef struct Opening {
    Move *moves;
    size_t count;
} Opening;

typedef struct Openings {
    Opening *items; // at least one; the plain start is an opening without moves
    size_t count;
    Text source; // what was asked for, for the journal
} Openings;

// `random:K` makes `count` openings of K random plies each, anything else is a file to read and
// shuffle. A null source is the plain start alone. On refusal nothing needs releasing.
bool openings_load(Openings *openings, const char *source, const Rules *rules,
    const Variant *variant, size_t count, uint64_t seed, Error *error);

// Reads and shuffles a book that is already in memory; `name` stands for it in messages.
bool openings_parse(Openings *openings, Slice book, const char *name, const Rules *rules,
    const Variant *variant, uint64_t seed, Error *error);

void openings_release(Openings *openings);
