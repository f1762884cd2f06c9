#pragma once
// Why something was refused, as one line of text for a person.
//
// A function that can refuse its input takes an `Error *` last and returns false; its outputs are
// then untouched. The text names what was wrong and, where that helps, what would be right. It
// never ends in a full stop or newline, and never contains raw bytes of untrusted input (see
// slice_quote).

#include <stdbool.h>

typedef struct Error {
    char text[256];
} Error;

// Writes the reason and returns false, so that callers can say `return error_set(...)`.
// A null `error` is allowed: the reason is dropped.
bool error_set(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Puts "PREFIX: " before the reason already there and returns false: `move 7: no queen on d1`.
bool error_prefix(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
