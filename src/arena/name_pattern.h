#pragma once
// A part of a name as SQL's LIKE finds it: `LOWER(name) LIKE $1 ESCAPE '\'`. Letters of ASCII are
// found in any case.

#include "base/text.h"

// Appends the pattern; nothing for an empty part.
void name_pattern(Text *out, Slice part);
