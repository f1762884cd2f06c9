#pragma once
// The tags that every collection of games knows, and the order in which tags are written.
//
// Tags of the roster stand first, in the roster's order; the others follow in the order in which
// they were set. So the order survives formats that keep each tag in a place of its own. Most tags
// of the roster have a property in SGF.

#include "rules/record/record.h"

typedef struct RosterTag {
    const char *tag;
    const char *sgf;  // null for the last, Termination, which only the result may say (sgf_map.h)
    bool keeps_lines; // SGF keeps line breaks in this property; in the others they become spaces
} RosterTag;

#define ROSTER_COUNT 21
#define ROSTER_TERMINATION (ROSTER_COUNT - 1)
extern const RosterTag ROSTER[ROSTER_COUNT];

// The index in ROSTER by the name of the tag or property; ROSTER_COUNT if it is not there.
size_t roster_find_tag(Slice tag);
size_t roster_find_sgf(Slice property);

// A record's tags in the order in which they are written.
typedef struct RosterOrder {
    struct {
        Slice name;
        Slice value;
        size_t rank; // index in ROSTER, or ROSTER_COUNT
    } tags[RECORD_TAGS_MAX];
    size_t count;
} RosterOrder;

void roster_order(const Record *record, RosterOrder *out);
