#pragma once
// The syntax of SGF, whatever the game: nodes, properties, values and their escapes.
//
// A node is read once with checks, which gives a slice of well-formed properties; those are then
// looked up as often as needed. Values stay as they stand in the file until they are decoded.

#include "base/text.h"
#include "rules/record/cursor.h"

typedef struct SgfProperty {
    Slice name;   // empty if a property was looked for and is not there
    Slice values; // brackets included: `[dd][dg]`
} SgfProperty;

// Reads the properties of a node, up to the first thing that is none.
bool sgf_read_node(Cursor *cursor, Slice *node, Error *error);

// The next property of a text, which the cursor passes over. False at the end and, with a reason,
// if what comes is no property; in a node that was read there is nothing but properties.
bool sgf_next_property(Cursor *cursor, SgfProperty *out, Error *error);

// Cuts the next value off the front of well-formed values. False at the end.
bool sgf_next_value(Slice *values, Slice *value);

// Finds a property of a node. Refuses one that stands there twice.
bool sgf_find(Slice node, const char *name, SgfProperty *out, Error *error);

// Finds a property that has one value, not yet decoded; its data is null if there is none.
bool sgf_find_value(Slice node, const char *name, Slice *value, Error *error);

// The two parts of a composed value, `name:value`. False if it has no colon.
bool sgf_split(Slice value, Slice *first, Slice *second);

// Adds what a value means: escapes, soft line breaks and the line ends of other systems are gone.
// SGF's Text keeps line breaks, its SimpleText makes them and tabs spaces.
void sgf_decode(Slice value, bool keeps_lines, Text *out);

// Adds a text as a value, escaped; in a composed value colons too. No brackets.
void sgf_encode(Slice text, bool is_composed, Text *out);

// Adds a property as it stands, but for blanks between its values and line ends of other systems.
void sgf_copy(SgfProperty property, Text *out);
