#pragma once
// Reading a request's JSON: strict, bounded, and with a reason that names the member at fault.
//
// A body is one object. Members that nobody asked for are refused, so that a misspelt option is
// noticed instead of ignored. Duplicate names, NUL bytes and anything after the object are refused.

#include <jansson.h>

#include "base/error.h"
#include "base/slice.h"

// Reads a body. Null with a reason; release with json_decref.
json_t *json_input_read(Slice body, Error *error);

// Whether all members are among `names`, which null ends.
bool json_input_check(const json_t *object, const char *const *names, Error *error);

// A text, a whole number in bounds, or a list. A member that is missing or null leaves `*out` as it
// is, so that the caller's value is the default.
bool json_input_text(const json_t *object, const char *name, Slice *out, Error *error);
bool json_input_number(const json_t *object, const char *name, json_int_t min, json_int_t max,
    json_int_t *out, Error *error);
bool json_input_list(const json_t *object, const char *name, const json_t **out, Error *error);

// The text of a string value.
Slice json_input_slice(const json_t *string);
