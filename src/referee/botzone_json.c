#include "referee/botzone_json.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/foreign_text.h"

const char *const BOTZONE_FIELD_NAMES[BOTZONE_FIELDS] = {"x0", "y0", "x1", "y1", "x2", "y2"};

typedef enum TokenKind {
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
} TokenKind;

typedef struct Token {
    TokenKind kind;
    Slice text;
} Token;

typedef struct Reader {
    Slice rest;
    bool is_strict; // JSON.parse; else JsonCpp
    int depth;
} Reader;

// --- Tokens --------------------------------------------------------------------------------------

// Takes the next byte; 0 at the end.
static char take(Reader *reader) {
    char byte = reader->rest.size > 0 ? reader->rest.data[0] : '\0';
    reader->rest = slice_skip(reader->rest, 1);
    return byte;
}

static bool take_word(Reader *reader, const char *word) {
    bool is_there = slice_starts(reader->rest, word);
    reader->rest = slice_skip(reader->rest, is_there ? strlen(word) : 0);
    return is_there;
}

static void take_all(Reader *reader, const char *bytes) {
    while (reader->rest.size > 0 && reader->rest.data[0] != '\0' &&
           strchr(bytes, reader->rest.data[0])) {
        take(reader);
    }
}

// To the closing quote; false if there is none.
static bool take_string(Reader *reader) {
    while (reader->rest.size > 0) {
        char byte = take(reader);
        if (byte == '"') {
            return true;
        }
        if (byte == '\\') {
            take(reader);
        }
    }
    return false;
}

// To `*/`, or to a `/` with which the text ends.
static bool take_block_comment(Reader *reader) {
    while (reader->rest.size > 1 && !slice_starts(reader->rest, "*/")) {
        take(reader);
    }
    take_word(reader, "*");
    return take(reader) == '/';
}

static bool take_comment(Reader *reader) {
    if (take_word(reader, "/")) {
        char byte;
        do {
            byte = take(reader);
        } while (reader->rest.size > 0 && byte != '\r' && byte != '\n');
        return true;
    }
    return take(reader) == '*' && take_block_comment(reader);
}

// What can belong to a number; whether it is one shows later.
static void take_number(Reader *reader) {
    static const char DIGITS[] = "0123456789";
    take_all(reader, DIGITS);
    if (take_word(reader, ".")) {
        take_all(reader, DIGITS);
    }
    if (take_word(reader, "e") || take_word(reader, "E")) {
        if (!take_word(reader, "+")) {
            take_word(reader, "-");
        }
        take_all(reader, DIGITS);
    }
}

static TokenKind take_token(Reader *reader) {
    if (reader->rest.size == 0) {
        return TOKEN_END;
    }
    switch (take(reader)) {
    case '{':
        return TOKEN_OBJECT_BEGIN;
    case '}':
        return TOKEN_OBJECT_END;
    case '[':
        return TOKEN_ARRAY_BEGIN;
    case ']':
        return TOKEN_ARRAY_END;
    case ',':
        return TOKEN_COMMA;
    case ':':
        return TOKEN_COLON;
    case '"':
        return take_string(reader) ? TOKEN_STRING : TOKEN_ERROR;
    case '/':
        return !reader->is_strict && take_comment(reader) ? TOKEN_COMMENT : TOKEN_ERROR;
    case 't':
        return take_word(reader, "rue") ? TOKEN_TRUE : TOKEN_ERROR;
    case 'f':
        return take_word(reader, "alse") ? TOKEN_FALSE : TOKEN_ERROR;
    case 'n':
        return take_word(reader, "ull") ? TOKEN_NULL : TOKEN_ERROR;
    case '\0':
        return reader->is_strict ? TOKEN_ERROR : TOKEN_END;
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
        take_number(reader);
        return TOKEN_NUMBER;
    default:
        return TOKEN_ERROR;
    }
}

static Token next_token(Reader *reader) {
    take_all(reader, " \t\r\n");
    Token token = {.text = reader->rest};
    token.kind = take_token(reader);
    token.text.size -= reader->rest.size;
    return token;
}

// The next token that is no comment.
static Token next_word(Reader *reader) {
    Token token;
    do {
        token = next_token(reader);
    } while (token.kind == TOKEN_COMMENT);
    return token;
}

// After an error: on to the end of the object or array. Always false.
static bool recover(Reader *reader, TokenKind end) {
    TokenKind kind = TOKEN_ERROR;
    while (!reader->is_strict && kind != end && kind != TOKEN_END) {
        kind = next_token(reader).kind;
    }
    return false;
}

// --- Numbers and strings -------------------------------------------------------------------------

// Whether a number is written as JSON has it: no leading zero, digits wherever some belong.
static bool is_json_number(Slice text) {
    Reader reader = {.rest = text};
    take_word(&reader, "-");
    Slice digits = reader.rest;
    take_all(&reader, "0123456789");
    digits.size -= reader.rest.size;
    bool is_good = digits.size == 1 || (digits.size > 1 && digits.data[0] != '0');
    return is_good && text.data[text.size - 1] >= '0' && text.data[text.size - 1] <= '9' &&
           !slice_starts(reader.rest, ".e") && !slice_starts(reader.rest, ".E");
}

// A whole number of 64 bits, with or without digits; false if it is something else.
static bool read_integer(Slice text, json_t **out) {
    bool is_negative = text.data[0] == '-';
    json_int_t value = 0;
    for (size_t i = is_negative; i < text.size; i++) {
        int digit = text.data[i] - '0';
        if (digit < 0 || digit > 9 || __builtin_mul_overflow(value, 10, &value) ||
            __builtin_sub_overflow(value, digit, &value)) {
            return false;
        }
    }
    if (!is_negative && __builtin_sub_overflow(0, value, &value)) {
        return false;
    }
    *out = json_integer(value);
    return true;
}

static bool read_number(const Reader *reader, Slice text, json_t **out) {
    if (reader->is_strict && !is_json_number(text)) {
        return false;
    }
    if (read_integer(text, out)) {
        return true;
    }
    Text copy;
    text_init(&copy);
    text_add_slice(&copy, text);
    char *end;
    double value = strtod(copy.data, &end);
    bool is_whole = *end == '\0' && end != copy.data;
    text_release(&copy);
    if (isinf(value) && reader->is_strict) {
        *out = json_null();
        return true;
    }
    if (!is_whole || isinf(value)) {
        return false;
    }
    *out = json_real(value);
    return true;
}

// The number behind `\u`.
static bool read_hexadecimal(Slice *rest, uint32_t *out) {
    *out = 0;
    for (size_t i = 0; i < 4; i++) {
        int digit = i < rest->size ? hexadecimal_value(rest->data[i]) : -1;
        if (digit < 0) {
            return false;
        }
        *out = *out << 4 | (uint32_t)digit;
    }
    *rest = slice_skip(*rest, 4);
    return true;
}

static bool is_surrogate(uint32_t code_point, uint32_t first) {
    return code_point >> 10 == first >> 10;
}

// A first half of a pair is followed by a second one. JsonCpp refuses anything that is no escape
// there and takes any escape for the second half; JavaScript leaves a half without the other alone.
static bool read_second_half(const Reader *reader, Slice *rest, uint32_t *code_point) {
    Slice after = *rest;
    uint32_t second;
    bool is_escape = slice_starts(after, "\\u");
    after = slice_skip(after, 2);
    is_escape = is_escape && read_hexadecimal(&after, &second);
    if (!is_escape || (reader->is_strict && !is_surrogate(second, 0xdc00))) {
        return reader->is_strict;
    }
    *rest = after;
    *code_point = 0x10000 + ((*code_point & 0x3ff) << 10) + (second & 0x3ff);
    return true;
}

static bool read_escape(const Reader *reader, Slice *rest, Text *out) {
    static const char LETTERS[] = "\"\\/bfnrt";
    static const char MEANINGS[] = "\"\\/\b\f\n\r\t";
    char letter = rest->size > 0 ? rest->data[0] : '\0';
    *rest = slice_skip(*rest, 1);
    const char *found = letter != '\0' ? strchr(LETTERS, letter) : NULL;
    if (found) {
        text_add_byte(out, MEANINGS[found - LETTERS]);
        return true;
    }
    uint32_t code_point;
    if (letter != 'u' || !read_hexadecimal(rest, &code_point) ||
        (is_surrogate(code_point, 0xd800) && !read_second_half(reader, rest, &code_point))) {
        return false;
    }
    bool is_half = is_surrogate(code_point, 0xd800) || is_surrogate(code_point, 0xdc00);
    utf8_add(out, is_half && reader->is_strict ? UTF8_REPLACEMENT : code_point);
    return true;
}

// The text between the quotes.
static bool read_string(const Reader *reader, Slice quoted, Text *out) {
    Slice rest = {quoted.data + 1, quoted.size - 2};
    while (rest.size > 0) {
        unsigned char byte = (unsigned char)rest.data[0];
        if (byte == '\\') {
            rest = slice_skip(rest, 1);
            if (!read_escape(reader, &rest, out)) {
                return false;
            }
        } else if (reader->is_strict) {
            if (byte < 0x20) {
                return false;
            }
            utf8_add(out, utf8_next(&rest));
        } else {
            text_add_byte(out, (char)byte);
            rest = slice_skip(rest, 1);
        }
    }
    return true;
}

// --- Values --------------------------------------------------------------------------------------

static bool read_value(Reader *reader, json_t **out);

static bool read_member(Reader *reader, json_t *object, const Text *name) {
    if (next_token(reader).kind != TOKEN_COLON) {
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
static bool read_members(Reader *reader, json_t *object, Text *name) {
    Token token = next_word(reader);
    if (token.kind == TOKEN_OBJECT_END) {
        return true;
    }
    for (;;) {
        text_clear(name);
        if (token.kind != TOKEN_STRING || !read_string(reader, token.text, name) ||
            !read_member(reader, object, name)) {
            return false;
        }
        token = next_token(reader);
        bool has_comment = token.kind == TOKEN_COMMENT;
        token = has_comment ? next_word(reader) : token;
        if (token.kind == TOKEN_OBJECT_END) {
            return true;
        }
        // After a comment JsonCpp takes anything for a comma.
        if (token.kind != TOKEN_COMMA && !has_comment) {
            return false;
        }
        token = next_word(reader);
        if (token.kind == TOKEN_OBJECT_END && name->size == 0 && !reader->is_strict) {
            return true;
        }
    }
}

static bool read_object(Reader *reader, json_t *object) {
    Text name;
    text_init(&name);
    bool done = read_members(reader, object, &name) || recover(reader, TOKEN_OBJECT_END);
    text_release(&name);
    return done;
}

static bool read_array(Reader *reader, json_t *array) {
    take_all(reader, " \t\r\n");
    if (take_word(reader, "]")) {
        return true;
    }
    TokenKind kind = TOKEN_COMMA;
    while (kind == TOKEN_COMMA) {
        json_t *value = NULL;
        bool done = read_value(reader, &value);
        json_array_append_new(array, value ? value : json_null());
        if (!done) {
            return recover(reader, TOKEN_ARRAY_END);
        }
        kind = next_word(reader).kind;
    }
    return kind == TOKEN_ARRAY_END || recover(reader, TOKEN_ARRAY_END);
}

static bool read_text(const Reader *reader, Slice quoted, json_t **out) {
    Text text;
    text_init(&text);
    bool done = read_string(reader, quoted, &text);
    if (done) {
        *out = json_stringn_nocheck(text.data, text.size);
    }
    text_release(&text);
    return done;
}

static bool read_inner(Reader *reader, Token token, json_t **out) {
    switch (token.kind) {
    case TOKEN_OBJECT_BEGIN:
        *out = json_object();
        return read_object(reader, *out);
    case TOKEN_ARRAY_BEGIN:
        *out = json_array();
        return read_array(reader, *out);
    case TOKEN_NUMBER:
        return read_number(reader, token.text, out);
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
static bool read_value(Reader *reader, json_t **out) {
    if (reader->depth >= BOTZONE_JSON_DEPTH) {
        reader->rest.size = 0;
        return false;
    }
    reader->depth++;
    bool done = read_inner(reader, next_word(reader), out);
    reader->depth--;
    return done;
}

json_t *botzone_json_parse(Slice text, bool is_rest_free) {
    Reader reader = {.rest = text, .is_strict = true};
    json_t *value = NULL;
    bool done = read_value(&reader, &value);
    if (!done || (!is_rest_free && next_token(&reader).kind != TOKEN_END)) {
        json_decref(value);
        return NULL;
    }
    return value;
}

bool botzone_json_recover(Slice text, json_t **out) {
    Reader reader = {.rest = text};
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

bool botzone_json_move(const json_t *response, int move[BOTZONE_FIELDS]) {
    json_t *held = NULL;
    bool done = true;
    if (json_is_string(response)) {
        Slice text = {json_string_value(response), json_string_length(response)};
        done = botzone_json_recover(text, &held);
        response = held;
    }
    for (size_t i = 0; i < BOTZONE_FIELDS && done; i++) {
        done = read_coordinate(json_object_get(response, BOTZONE_FIELD_NAMES[i]), &move[i]);
    }
    json_decref(held);
    return done;
}
