#pragma once
// Standard output that is never half told: a result is built whole and then written once.

#include "base/error.h"
#include "base/text.h"

// Exit statuses, as scripts rely on them.
enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_BAD_INPUT = 2 };

// Writes a finished result and flushes it. Returns EXIT_OK, or EXIT_FAILED with the reason.
int output_write(const Text *text, Error *error);

// The same for what a function writes.
int output_print(void (*write)(Text *out), Error *error);

// Whether everything arrived that a conversation wrote to standard output piece by piece; false
// with a reason.
bool output_arrived(Error *error);

// Whether standard output is a terminal that wants colours (NO_COLOR and TERM=dumb do not).
bool output_has_colour(void);
