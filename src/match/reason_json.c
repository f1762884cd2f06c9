#include "match/reason_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"

static bool read_text(const json_t *value, char *out, size_t size) {
    if (!json_is_string(value) || json_string_length(value) >= size ||
        strlen(json_string_value(value)) != json_string_length(value)) {
        return false;
    }
    strcpy(out, json_string_value(value));
    return true;
}

static bool read_part(const json_t *object, ErrorPart *out) {
    const char *code = json_string_value(json_object_get(object, "code"));
    const json_t *arguments = json_object_get(object, "arguments");
    *out = (ErrorPart){0};
    if (!code || !error_code_find(code, &out->code) || !json_is_array(arguments) ||
        json_array_size(arguments) > ERROR_ARGUMENTS_MAX) {
        return false;
    }
    size_t index;
    json_t *argument;
    json_array_foreach(arguments, index, argument) {
        if (!read_text(argument, out->arguments[out->argument_count++], ERROR_ARGUMENT_SIZE)) {
            return false;
        }
    }
    return true;
}

bool reason_json_read(const json_t *object, Error *out) {
    Error error = {0};
    const json_t *places = json_object_get(object, "places");
    if (!read_part(object, &error.reason) || !json_is_array(places) ||
        json_array_size(places) > ERROR_PLACES_MAX ||
        !read_text(json_object_get(object, "text"), error.text, sizeof error.text)) {
        return false;
    }
    for (size_t i = json_array_size(places); i > 0; i--) {
        if (!read_part(json_array_get(places, i - 1), &error.places[error.place_count++])) {
            return false;
        }
    }
    *out = error;
    return true;
}

bool reason_json_parse(const char *text, Error *out) {
    json_t *object = json_loads(text, 0, NULL);
    bool is_read = reason_json_read(object, out);
    json_decref(object);
    return is_read;
}

char *reason_json_write(const Error *error) {
    Text text;
    text_init(&text);
    json_put_error(&(JsonWriter){.out = &text}, NULL, error);
    return text.data; // taken
}
