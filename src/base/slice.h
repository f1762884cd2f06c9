#pragma once
// A piece of somebody's text: a pointer and a size, not owned, not terminated.
//
// All parsers read slices, so a NUL byte is just a byte that fits no grammar, and a piece of a
// large input needs no copy.

#include <stdbool.h>
#include <stddef.h>

typedef struct Slice {
    const char *data;
    size_t size;
} Slice;

// A string literal or any terminated string as a slice.
Slice slice_from(const char *text);

bool slice_is(Slice slice, const char *text);
bool slice_starts(Slice slice, const char *prefix);

// Without the spaces, tabs, carriage returns and newlines at either end.
Slice slice_trim(Slice slice);

// Without its first `count` bytes (all of them if it has fewer).
Slice slice_skip(Slice slice, size_t count);

// Cuts the next piece that holds none of `separators` off the front of `*rest`, passing over empty
// pieces. Returns false at the end.
bool slice_next(Slice *rest, const char *separators, Slice *piece);

// Cuts the next line off the front of `*rest`, without its newline and a carriage return before it.
// Empty lines count. Returns false at the end.
bool slice_next_line(Slice *rest, Slice *line);

// A whole decimal integer with an optional minus sign and nothing else. False if it is anything
// else or does not fit.
bool slice_to_int(Slice slice, int *out);
bool slice_to_long(Slice slice, long long *out);
bool slice_to_double(Slice slice, double *out);

// The longest text that slice_quote writes, with its terminator.
#define SLICE_QUOTE_SIZE 64

// The slice made safe for an error message: in quotes, bytes that are no visible UTF-8 as \xHH, cut
// with "..." when long. Returns `out`.
const char *slice_quote(Slice slice, char out[SLICE_QUOTE_SIZE]);
