#pragma once
// Which SGF property stands for which part of a Record, for the reader and the writer alike.
//
// Black is the first player. Tags of the roster have properties of their own (roster.h); what SGF
// has no property for goes into private ones, whose names begin with IM. All other properties mean
// nothing to a Record, which keeps them as text beside the note of their node.

#include "rules/record/record.h"

#define SGF_TAG "IMTAG"        // root, list of name:value: tags outside the roster
#define SGF_PLY "IMPLY"        // root, number: plies played before the position, if any
#define SGF_ELAPSED "IMEMT"    // real: seconds that the move took
#define SGF_PROPERTIES "IMSGF" // text: properties kept for a node that cannot stand in it

// Where a property stands decides what it means.
typedef struct SgfPlace {
    bool is_root;
    Side mover; // whose move led here; in the root the side that is not to move
} SgfPlace;

SgfPlace sgf_place(const Record *record, size_t index);

// `B` or `W`, and the property that tells its clock.
const char *sgf_colour(Side side);
const char *sgf_clock(Side side);

// Whether a property has a meaning at a place, so that it is no text to be kept.
bool sgf_is_known(Slice name, SgfPlace place);

// Whether kept properties can be written as they are: well-formed, without needless blanks, and
// none of them known at the place.
bool sgf_can_stand(Slice properties, SgfPlace place);

// What RE says. `termination` is what the tag Termination has to say beside the result; its data is
// null if that is nothing. It points into the text or at a constant.
bool sgf_parse_result(Slice text, Result *result, Slice *termination);

// Writes RE's value. Returns whether it says the termination too; else that needs a tag of its own.
bool sgf_format_result(Result result, Slice termination, Text *out);
