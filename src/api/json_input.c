#include "api/json_input.h"

#include <string.h>

#include "api/limits.h"

// jansson would nest two thousand levels deep. Brackets inside strings do not count.
static bool is_too_deep(Slice body) {
    int depth = 0;
    bool is_string = false;
    for (size_t i = 0; i < body.size; i++) {
        char byte = body.data[i];
        if (is_string) {
            i += byte == '\\';
            is_string = byte != '"';
        } else if (byte == '"') {
            is_string = true;
        } else if (byte == '{' || byte == '[') {
            if (++depth > LIMIT_JSON_DEPTH) {
                return true;
            }
        } else if (byte == '}' || byte == ']') {
            depth--;
        }
    }
    return false;
}

json_t *json_input_read(Slice body, Error *error) {
    if (is_too_deep(body)) {
        error_set(error, ERROR_JSON_TOO_DEEP, "the JSON is nested deeper than %d levels",
            LIMIT_JSON_DEPTH);
        return NULL;
    }
    json_error_t reason;
    json_t *root = json_loadb(body.data, body.size, JSON_REJECT_DUPLICATES, &reason);
    if (!root) {
        char quoted[SLICE_QUOTE_SIZE];
        // The library's reasons quote the input, whatever bytes that has.
        error_set(error, ERROR_BODY_NOT_JSON, "the body is no JSON: line %d, column %d: %s",
            reason.line, reason.column, slice_quote(slice_from(reason.text), quoted));
        return NULL;
    }
    if (!json_is_object(root)) {
        json_decref(root);
        error_set(error, ERROR_BODY_NOT_OBJECT, "the body is no JSON object");
        return NULL;
    }
    return root;
}

bool json_input_check(const json_t *object, const char *const *names, Error *error) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value) {
        const char *const *name = names;
        while (*name && strcmp(*name, key) != 0) {
            name++;
        }
        if (!*name) {
            char quoted[SLICE_QUOTE_SIZE];
            return error_set(error, ERROR_UNKNOWN_MEMBER, "unknown member %s",
                slice_quote(slice_from(key), quoted));
        }
    }
    return true;
}

// The member, or null if it is missing or JSON's null.
static const json_t *find(const json_t *object, const char *name) {
    const json_t *value = json_object_get(object, name);
    return json_is_null(value) ? NULL : value;
}

Slice json_input_slice(const json_t *string) {
    return (Slice){json_string_value(string), json_string_length(string)};
}

bool json_input_text(const json_t *object, const char *name, Slice *out, Error *error) {
    const json_t *value = find(object, name);
    if (!value) {
        return true;
    }
    if (!json_is_string(value)) {
        return error_set(error, ERROR_MEMBER_NOT_STRING, "%s is not a string", name);
    }
    *out = json_input_slice(value);
    return true;
}

bool json_input_number(const json_t *object, const char *name, json_int_t min, json_int_t max,
    json_int_t *out, Error *error) {
    const json_t *value = find(object, name);
    if (!value) {
        return true;
    }
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < min || number > max) {
        return error_set(error, ERROR_MEMBER_OUT_OF_RANGE,
            "%s is not a whole number from %" JSON_INTEGER_FORMAT " to %" JSON_INTEGER_FORMAT, name,
            min, max);
    }
    *out = number;
    return true;
}

bool json_input_list(const json_t *object, const char *name, const json_t **out, Error *error) {
    const json_t *value = find(object, name);
    if (!value) {
        return true;
    }
    if (!json_is_array(value)) {
        return error_set(error, ERROR_MEMBER_NOT_LIST, "%s is not a list", name);
    }
    *out = value;
    return true;
}
