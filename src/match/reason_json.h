#pragma once
// A reason as hosts tell it in their results: what json_put_error (base/json.h) writes, read with
// distrust.

#include <jansson.h>

#include "base/error.h"
#include "base/text.h"

// False if it is none: a code that nobody knows, or more arguments, places or text than an Error
// has room for.
bool reason_json_read(const json_t *object, Error *out);

// The same from its text.
bool reason_json_parse(const char *text, Error *out);

// A new text, to be freed.
char *reason_json_write(const Error *error);
