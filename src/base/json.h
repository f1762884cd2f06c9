#pragma once
// JSON written into a Text. Commas, quotes and escapes are made here; whoever writes a value says
// only what it is.
//
//   JsonWriter json = {.out = &text};
//   json_open_object(&json, NULL);
//   json_put_text(&json, "game", "quoridor");
//   json_open_list(&json, "moves");
//   json_put_text(&json, NULL, "e2");
//   json_close_list(&json);
//   json_close_object(&json);
//
// Each value has the name of the member that it is, or null in a list and at the top. Opening and
// closing have to match; nothing checks it but the assert of the one who closes too often.

#include <stdint.h>

#include "base/error.h"
#include "base/slice.h"
#include "base/text.h"

typedef struct JsonWriter {
    Text *out;
    bool is_indented; // for people: a line a value, two spaces a level
    int depth;
    bool has_value; // in the innermost list or object
} JsonWriter;

void json_open_object(JsonWriter *json, const char *name);
void json_close_object(JsonWriter *json);
void json_open_list(JsonWriter *json, const char *name);
void json_close_list(JsonWriter *json);

void json_put_text(JsonWriter *json, const char *name, const char *text);
// Bytes that are no UTF-8 become U+FFFD: any answer is JSON, whatever a record holds.
void json_put_slice(JsonWriter *json, const char *name, Slice text);
// A member whose name is somebody's text too.
void json_put_member(JsonWriter *json, Slice name, Slice text);
void json_put_integer(JsonWriter *json, const char *name, int64_t number);
// A list of two.
void json_put_integers(JsonWriter *json, const char *name, int64_t first, int64_t second);
// A finite number with at most so many decimals, those at the end that say nothing left out.
void json_put_real(JsonWriter *json, const char *name, double number, int decimals);
void json_put_boolean(JsonWriter *json, const char *name, bool value);
// A value that is JSON already.
void json_put_json(JsonWriter *json, const char *name, Slice value);
void json_put_null(JsonWriter *json, const char *name);

// {"code", "arguments", "places", "text"}; a place is {"code", "arguments"}, the outermost first.
void json_put_error(JsonWriter *json, const char *name, const Error *error);
