#include "base/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

static void add_quoted(Text *out, Slice text) {
    text_add_byte(out, '"');
    while (text.size > 0) {
        uint32_t code_point = utf8_next(&text);
        if (code_point == '"' || code_point == '\\') {
            text_addf(out, "\\%c", (char)code_point);
        } else if (code_point < ' ') {
            text_addf(out, "\\u%04x", code_point);
        } else {
            utf8_add(out, code_point);
        }
    }
    text_add_byte(out, '"');
}

static void begin_line(JsonWriter *json) {
    if (json->is_indented) {
        text_addf(json->out, "\n%*s", 2 * json->depth, "");
    }
}

static void begin_value(JsonWriter *json) {
    if (json->has_value) {
        text_add_byte(json->out, ',');
    }
    json->has_value = true;
    if (json->depth > 0) {
        begin_line(json);
    }
}

static void add_name(JsonWriter *json, Slice name) {
    add_quoted(json->out, name);
    text_add(json->out, json->is_indented ? ": " : ":");
}

// What stands before any value.
static void begin(JsonWriter *json, const char *name) {
    begin_value(json);
    if (name) {
        add_name(json, slice_from(name));
    }
}

static void open_bracket(JsonWriter *json, const char *name, char bracket) {
    begin(json, name);
    text_add_byte(json->out, bracket);
    json->depth++;
    json->has_value = false;
}

static void close_bracket(JsonWriter *json, char bracket) {
    assert(json->depth > 0);
    json->depth--;
    if (json->has_value) {
        begin_line(json);
    }
    text_add_byte(json->out, bracket);
    json->has_value = true;
}

void json_open_object(JsonWriter *json, const char *name) {
    open_bracket(json, name, '{');
}

void json_close_object(JsonWriter *json) {
    close_bracket(json, '}');
}

void json_open_list(JsonWriter *json, const char *name) {
    open_bracket(json, name, '[');
}

void json_close_list(JsonWriter *json) {
    close_bracket(json, ']');
}

void json_put_text(JsonWriter *json, const char *name, const char *text) {
    json_put_slice(json, name, slice_from(text));
}

void json_put_slice(JsonWriter *json, const char *name, Slice text) {
    begin(json, name);
    add_quoted(json->out, text);
}

void json_put_member(JsonWriter *json, Slice name, Slice text) {
    begin_value(json);
    add_name(json, name);
    add_quoted(json->out, text);
}

void json_put_integer(JsonWriter *json, const char *name, int64_t number) {
    begin(json, name);
    text_addf(json->out, "%" PRId64, number);
}

void json_put_integers(JsonWriter *json, const char *name, int64_t first, int64_t second) {
    json_open_list(json, name);
    json_put_integer(json, NULL, first);
    json_put_integer(json, NULL, second);
    json_close_list(json);
}

void json_put_real(JsonWriter *json, const char *name, double number, int decimals) {
    assert(isfinite(number) && decimals > 0);
    char digits[512];
    int size = snprintf(digits, sizeof digits, "%.*f", decimals, number);
    while (digits[size - 1] == '0') {
        size--;
    }
    size -= digits[size - 1] == '.';
    digits[size] = '\0';
    begin(json, name);
    text_add(json->out, strcmp(digits, "-0") == 0 ? "0" : digits);
}

void json_put_boolean(JsonWriter *json, const char *name, bool value) {
    begin(json, name);
    text_add(json->out, value ? "true" : "false");
}

void json_put_json(JsonWriter *json, const char *name, Slice value) {
    begin(json, name);
    text_add_slice(json->out, value);
}

void json_put_null(JsonWriter *json, const char *name) {
    begin(json, name);
    text_add(json->out, "null");
}

static void put_part(JsonWriter *json, const ErrorPart *part) {
    json_put_text(json, "code", error_code_name(part->code));
    json_open_list(json, "arguments");
    for (int i = 0; i < part->argument_count; i++) {
        json_put_text(json, NULL, part->arguments[i]);
    }
    json_close_list(json);
}

void json_put_error(JsonWriter *json, const char *name, const Error *error) {
    json_open_object(json, name);
    put_part(json, &error->reason);
    json_open_list(json, "places");
    for (int i = error->place_count - 1; i >= 0; i--) {
        json_open_object(json, NULL);
        put_part(json, &error->places[i]);
        json_close_object(json);
    }
    json_close_list(json);
    json_put_text(json, "text", error->text);
    json_close_object(json);
}
