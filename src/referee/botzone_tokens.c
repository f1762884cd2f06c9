#include "referee/botzone_tokens.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/foreign_text.h"

// JavaScript's Number.MAX_SAFE_INTEGER.
#define INTEGER_MAX 9007199254740991.0

// Takes the next byte; 0 at the end.
static char take(JsonReader *reader) {
    char byte = reader->rest.size > 0 ? reader->rest.data[0] : '\0';
    reader->rest = slice_skip(reader->rest, 1);
    return byte;
}

static bool take_word(JsonReader *reader, const char *word) {
    bool is_there = slice_starts(reader->rest, word);
    reader->rest = slice_skip(reader->rest, is_there ? strlen(word) : 0);
    return is_there;
}

static void take_all(JsonReader *reader, const char *bytes) {
    while (reader->rest.size > 0 && reader->rest.data[0] != '\0' &&
           strchr(bytes, reader->rest.data[0])) {
        take(reader);
    }
}

// To the closing quote; false if there is none.
static bool take_string(JsonReader *reader) {
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
static bool take_block_comment(JsonReader *reader) {
    while (reader->rest.size > 1 && !slice_starts(reader->rest, "*/")) {
        take(reader);
    }
    take_word(reader, "*");
    return take(reader) == '/';
}

static bool take_comment(JsonReader *reader) {
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
static void take_number(JsonReader *reader) {
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

static JsonTokenKind take_token(JsonReader *reader) {
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

JsonToken botzone_token_next(JsonReader *reader) {
    take_all(reader, " \t\r\n");
    JsonToken token = {.text = reader->rest};
    token.kind = take_token(reader);
    token.text.size -= reader->rest.size;
    return token;
}

JsonToken botzone_token_next_word(JsonReader *reader) {
    JsonToken token;
    do {
        token = botzone_token_next(reader);
    } while (token.kind == TOKEN_COMMENT);
    return token;
}

// --- Numbers and strings -------------------------------------------------------------------------

// Whether a number is written as JSON has it: no leading zero, digits wherever some belong.
static bool is_json_number(Slice text) {
    JsonReader reader = {.rest = text};
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

bool botzone_token_number(const JsonReader *reader, Slice text, json_t **out) {
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
    // JavaScript has one kind of number: the site writes 3.0 as 3.
    if (reader->is_strict && value == trunc(value) && fabs(value) <= INTEGER_MAX) {
        *out = json_integer((json_int_t)value);
        return true;
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
static bool read_second_half(const JsonReader *reader, Slice *rest, uint32_t *code_point) {
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

static bool read_escape(const JsonReader *reader, Slice *rest, Text *out) {
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

bool botzone_token_string(const JsonReader *reader, Slice quoted, Text *out) {
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
