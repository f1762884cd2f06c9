#pragma once
// Why something was refused: a code for programs, and one line of text for a person.
//
// A function that can refuse its input takes an `Error *` last and returns false; its outputs are
// then untouched. The text names what was wrong and, where that helps, what would be right. It
// never ends in a full stop or newline, and never contains raw bytes of untrusted input (see
// slice_quote). Nobody looks into the text to decide anything: that is what the code is for, and
// who speaks another language makes his own text of the code and the arguments.
//
//   move 4 (first): e3h crosses a wall at e3v       text
//   |               |                    |
//   |               arguments[0]         arguments[1], of the reason ERROR_WALL_CROSSES
//   places[0]: ERROR_AT_MOVE with the arguments 4 and first

#include <stdbool.h>

#include "base/error_codes.h"

// Longer arguments are cut, further ones are left out; the text still has them.
#define ERROR_ARGUMENT_SIZE 64
#define ERROR_ARGUMENTS_MAX 4
#define ERROR_PLACES_MAX 4

// A code and the arguments of its text, as they stand in the text.
typedef struct ErrorPart {
    ErrorCode code;
    int argument_count;
    char arguments[ERROR_ARGUMENTS_MAX][ERROR_ARGUMENT_SIZE];
} ErrorPart;

typedef struct Error {
    ErrorPart reason;
    ErrorPart places[ERROR_PLACES_MAX]; // where it is, the innermost first
    int place_count;
    char text[256];
} Error;

// The name of a code for programs, such as "wall-crosses"; "none" for ERROR_NONE.
const char *error_code_name(ErrorCode code);
// The code of a name; false if there is none.
bool error_code_find(const char *name, ErrorCode *out);

// Writes the reason and returns false, so that callers can say `return error_set(...)`. The format
// takes the directives of printf but for `*` and `%n`; each makes one argument.
// A null `error` is allowed, here and below: the reason is dropped.
bool error_set(Error *error, ErrorCode code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Puts "PLACE: " before the reason already there and returns false: `move 7: no queen on d1`.
bool error_prefix(Error *error, ErrorCode code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Takes over what another error says and returns false.
bool error_copy(Error *error, const Error *from);

// Says that nothing was refused: the code is ERROR_NONE and the text empty.
void error_clear(Error *error);
