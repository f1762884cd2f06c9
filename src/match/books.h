#pragma once
// The opening books that come with the program, one for each board it is worth having one for.

#include "match/openings.h"

// As openings_load, but a null source means the built-in book of the variant (the plain start where
// there is none) and "none" the plain start.
bool books_load(Openings *openings, const char *source, const Rules *rules, const Variant *variant,
    size_t count, uint64_t seed, Error *error);
