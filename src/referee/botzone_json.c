#include "referee/botzone_json.h"

#include <limits.h>
#include <math.h>

#include "referee/botzone_tokens.h"

const char *const BOTZONE_FIELD_NAMES[BOTZONE_FIELD_COUNT] = {"x0", "y0", "x1", "y1", "x2", "y2"};

// --- Values --------------------------------------------------------------------------------------

// After an error: on to the end of the object or array. Always false.
static bool recover(JsonReader *reader, JsonTokenKind end) {
    JsonTokenKind kind = TOKEN_ERROR;
    while (!reader->is_strict && kind != end && kind != TOKEN_END) {
        kind = botzone_token_next(reader).kind;
    }
    return false;
}

static bool read_value(JsonReader *reader, json_t **out);

static bool read_member(JsonReader *reader, json_t *object, const Text *name) {
    if (botzone_token_next(reader).kind != TOKEN_COLON) {
        return false;
    }
    json_t *value = NULL;
    bool done = read_value(reader, &value);
    // Of two members of a name the last counts, unless nothing of it could be read.
    if (value || !json_object_getn(object, name->data, name->size)) {
        json_object_setn_new_nocheck(object, name->data, name->size, value ? value : json_null());
    }
    return done;
}

// The members after `{`. JsonCpp takes a comma before `}` if the last name was empty.
static bool read_members(JsonReader *reader, json_t *object, Text *name) {
    JsonToken token = botzone_token_next_word(reader);
    if (token.kind == TOKEN_OBJECT_END) {
        return true;
    }
    for (;;) {
        text_clear(name);
        if (token.kind != TOKEN_STRING || !botzone_token_string(reader, token.text, name) ||
            !read_member(reader, object, name)) {
            return false;
        }
        token = botzone_token_next(reader);
        bool has_comment = token.kind == TOKEN_COMMENT;
        token = has_comment ? botzone_token_next_word(reader) : token;
        if (token.kind == TOKEN_OBJECT_END) {
            return true;
        }
        // After a comment JsonCpp takes anything for a comma.
        if (token.kind != TOKEN_COMMA && !has_comment) {
            return false;
        }
        token = botzone_token_next_word(reader);
        if (token.kind == TOKEN_OBJECT_END && name->size == 0 && !reader->is_strict) {
            return true;
        }
    }
}

static bool read_object(JsonReader *reader, json_t *object) {
    Text name;
    text_init(&name);
    bool done = read_members(reader, object, &name) || recover(reader, TOKEN_OBJECT_END);
    text_release(&name);
    return done;
}

static bool read_array(JsonReader *reader, json_t *array) {
    Slice start = reader->rest;
    if (botzone_token_next(reader).kind == TOKEN_ARRAY_END) {
        return true;
    }
    reader->rest = start;
    JsonTokenKind kind = TOKEN_COMMA;
    while (kind == TOKEN_COMMA) {
        json_t *value = NULL;
        bool done = read_value(reader, &value);
        json_array_append_new(array, value ? value : json_null());
        if (!done) {
            return recover(reader, TOKEN_ARRAY_END);
        }
        kind = botzone_token_next_word(reader).kind;
    }
    return kind == TOKEN_ARRAY_END || recover(reader, TOKEN_ARRAY_END);
}

static bool read_text(const JsonReader *reader, Slice quoted, json_t **out) {
    Text text;
    text_init(&text);
    bool done = botzone_token_string(reader, quoted, &text);
    if (done) {
        *out = json_stringn_nocheck(text.data, text.size);
    }
    text_release(&text);
    return done;
}

static bool read_inner(JsonReader *reader, JsonToken token, json_t **out) {
    switch (token.kind) {
    case TOKEN_OBJECT_BEGIN:
        *out = json_object();
        return read_object(reader, *out);
    case TOKEN_ARRAY_BEGIN:
        *out = json_array();
        return read_array(reader, *out);
    case TOKEN_NUMBER:
        return botzone_token_number(reader, token.text, out);
    case TOKEN_STRING:
        return read_text(reader, token.text, out);
    case TOKEN_TRUE:
    case TOKEN_FALSE:
        *out = json_boolean(token.kind == TOKEN_TRUE);
        return true;
    case TOKEN_NULL:
        *out = json_null();
        return true;
    default:
        return false;
    }
}

// `*out` stays null if nothing was read; on an error it may be a part of an object or array.
static bool read_value(JsonReader *reader, json_t **out) {
    if (reader->depth >= BOTZONE_JSON_DEPTH) {
        reader->rest.size = 0;
        return false;
    }
    reader->depth++;
    bool done = read_inner(reader, botzone_token_next_word(reader), out);
    reader->depth--;
    return done;
}

json_t *botzone_json_parse(Slice text, bool is_rest_free) {
    JsonReader reader = {.rest = text, .is_strict = true};
    json_t *value = NULL;
    bool done = read_value(&reader, &value);
    if (!done || (!is_rest_free && botzone_token_next(&reader).kind != TOKEN_END)) {
        json_decref(value);
        return NULL;
    }
    return value;
}

bool botzone_json_recover(Slice text, json_t **out) {
    JsonReader reader = {.rest = text};
    *out = NULL;
    bool done = read_value(&reader, out);
    *out = *out ? *out : json_null();
    return done;
}

// --- Moves ---------------------------------------------------------------------------------------

static bool read_coordinate(const json_t *number, int *out) {
    double value = json_number_value(number);
    if (!json_is_number(number) || value < INT_MIN || value > INT_MAX || value != trunc(value)) {
        return false;
    }
    *out = (int)value;
    return true;
}

bool botzone_json_move(const json_t *response, int move[BOTZONE_FIELD_COUNT]) {
    json_t *held = NULL;
    bool done = true;
    if (json_is_string(response)) {
        Slice text = {json_string_value(response), json_string_length(response)};
        done = botzone_json_recover(text, &held);
        response = held;
    }
    for (size_t i = 0; i < BOTZONE_FIELD_COUNT && done; i++) {
        done = read_coordinate(json_object_get(response, BOTZONE_FIELD_NAMES[i]), &move[i]);
    }
    json_decref(held);
    return done;
}
