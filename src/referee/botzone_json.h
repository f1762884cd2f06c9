#pragma once
// JSON as Botzone reads it.
//
// A bot's text meets two readers there. The site's is JavaScript's JSON.parse, strict in grammar
// but free in content: a number may be of any size, a surrogate may stand alone, and bytes that are
// no UTF-8 become U+FFFD. The judge program's is JsonCpp 1.9.5: it takes comments, control
// characters, leading zeros and anything after the value, and after an error it goes on with what
// it has. Jansson refuses much of that content, and a judge may not fall silent because of a bot's
// words; so these are two readers of our own that make Jansson's values. Neither takes more memory
// than a small multiple of its input, or goes deeper than BOTZONE_JSON_DEPTH.

#include <jansson.h>

#include "base/slice.h"

// JsonCpp throws at a value inside this many others; here it is an error like any other.
#define BOTZONE_JSON_DEPTH 1000

#define BOTZONE_FIELD_COUNT 6
extern const char *const BOTZONE_FIELD_NAMES[BOTZONE_FIELD_COUNT]; // x0 y0 x1 y1 x2 y2

// As JSON.parse. Null if the text is no JSON. An infinite number is null, as the site passes it on,
// and all strings are UTF-8. If `is_rest_free` the text may go on after the value.
json_t *botzone_json_parse(Slice text, bool is_rest_free);

// As JsonCpp's Reader. `*out` is a new value: all of the text, or (false) what was understood of it
// before and around an error. Its strings are any bytes.
bool botzone_json_recover(Slice text, json_t **out);

// The integers x0 to y2 of a response: an object, or a string in which JsonCpp finds one. 3.0 and
// 3e0 are integers. False if one is missing or no 32-bit integer.
bool botzone_json_move(const json_t *response, int move[BOTZONE_FIELD_COUNT]);
