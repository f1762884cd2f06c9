#pragma once
// The query of a request, `after=7&limit=20`: names and values with %XX and `+` in them. An escape
// that is none stands for itself.

#include "base/error.h"
#include "base/text.h"

// Replaces `out` by the decoded value of the first parameter with this name. False, with `out`
// empty, if there is none.
bool query_find(Slice query, const char *name, Text *out);

// Reads a parameter that is a whole number; one that is missing leaves `out` as it is.
bool query_number(
    Slice query, const char *name, long long min, long long max, long long *out, Error *error);
