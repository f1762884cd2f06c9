#pragma once
// Contests as JSON.

#include "arena/contest_match.h"
#include "base/json.h"

// A format as the interface names it: `roundRobin` for round-robin.
const char *contest_format_name(ScheduleFormat format);
bool contest_format_find(Slice name, ScheduleFormat *out);

// The members of a contest, into an object that is open.
void contest_put(JsonWriter *json, const Contest *contest);

// The member `entries`: the field by its draw, then the others.
void contest_put_entries(JsonWriter *json, const ContestMatch *match);

// {"id", "name"} of a bot, its owner (null for the house) and its version (null before the draw).
void contest_put_entry(JsonWriter *json, const ContestEntry *entry);

// The members `tieBreaks`, `rows` and `encounters`.
void contest_put_standings(JsonWriter *json, const ContestMatch *match);
