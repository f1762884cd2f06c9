#pragma once
// The tokens of JSON as Botzone's two readers take them (botzone_json.h), and the numbers and
// strings that they spell. For botzone_json.c.

#include <jansson.h>

#include "base/text.h"

typedef enum JsonTokenKind {
    TOKEN_OBJECT_BEGIN,
    TOKEN_OBJECT_END,
    TOKEN_ARRAY_BEGIN,
    TOKEN_ARRAY_END,
    TOKEN_STRING,
    TOKEN_NUMBER,
    TOKEN_TRUE,
    TOKEN_FALSE,
    TOKEN_NULL,
    TOKEN_COMMA,
    TOKEN_COLON,
    TOKEN_COMMENT,
    TOKEN_END, // of the text, or a NUL byte
    TOKEN_ERROR,
} JsonTokenKind;

typedef struct JsonToken {
    JsonTokenKind kind;
    Slice text;
} JsonToken;

typedef struct JsonReader {
    Slice rest;
    bool is_strict; // JSON.parse; else JsonCpp
    int depth;
} JsonReader;

// The next token, comments among them.
JsonToken botzone_token_next(JsonReader *reader);

// The next token that is no comment.
JsonToken botzone_token_next_word(JsonReader *reader);

// The number of a token as a new value; false if the reader refuses it.
bool botzone_token_number(const JsonReader *reader, Slice text, json_t **out);

// Appends the text between the quotes; false if the reader refuses it.
bool botzone_token_string(const JsonReader *reader, Slice quoted, Text *out);
