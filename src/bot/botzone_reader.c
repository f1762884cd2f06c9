// Two passes: the first makes sure that the line is JSON to its end, so that the second, which
// takes the moves out of it, has nothing to fear.

#include "bot/botzone_reader.h"

#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 64
#define KEY_SIZE 16         // no key that matters is longer
#define HELD_MOVE_SIZE 1024 // a move that is written as a string

const char *const BOTZONE_FIELDS[6] = {"x0", "y0", "x1", "y1", "x2", "y2"};

// What is left of the line.
typedef struct Json {
    const char *at;
    const char *end;
} Json;

static char json_peek(const Json *json) {
    return json->at < json->end ? *json->at : '\0';
}

static void json_skip_blanks(Json *json) {
    while (json->at < json->end && memchr(" \t\r\n", *json->at, 4)) {
        json->at++;
    }
}

// Takes a character, with the blanks around it, if it is next.
static bool json_take(Json *json, char wanted) {
    json_skip_blanks(json);
    if (json_peek(json) != wanted || json->at == json->end) {
        return false;
    }
    json->at++;
    json_skip_blanks(json);
    return true;
}

// ---- Whether it is JSON ------------------------------------------------------------------------

static bool skip_digits(Json *json) {
    const char *start = json->at;
    while (json_peek(json) >= '0' && json_peek(json) <= '9') {
        json->at++;
    }
    return json->at > start;
}

static bool skip_number(Json *json) {
    json->at += json_peek(json) == '-';
    bool is_zero = json_peek(json) == '0';
    const char *start = json->at;
    if (!skip_digits(json) || (is_zero && json->at > start + 1)) {
        return false;
    }
    if (json_peek(json) == '.') {
        json->at++;
        if (!skip_digits(json)) {
            return false;
        }
    }
    if (json_peek(json) == 'e' || json_peek(json) == 'E') {
        json->at++;
        json->at += json_peek(json) == '+' || json_peek(json) == '-';
        return skip_digits(json);
    }
    return true;
}

static bool is_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool skip_escape(Json *json) {
    json->at++;
    if (json_peek(json) != 'u') {
        return json->at < json->end && memchr("\"\\/bfnrt", *json->at++, 8);
    }
    json->at++;
    for (int i = 0; i < 4; i++) {
        if (!is_hex(json_peek(json))) {
            return false;
        }
        json->at++;
    }
    return true;
}

static bool skip_string(Json *json) {
    for (json->at++; json->at < json->end && *json->at != '"';) {
        if (*json->at == '\\') {
            if (!skip_escape(json)) {
                return false;
            }
        } else if ((unsigned char)*json->at++ < ' ') {
            return false;
        }
    }
    json->at++;
    return json->at <= json->end;
}

static bool skip_word(Json *json, const char *word) {
    size_t size = strlen(word);
    if ((size_t)(json->end - json->at) < size || memcmp(json->at, word, size) != 0) {
        return false;
    }
    json->at += size;
    return true;
}

static bool skip_value(Json *json, int depth);

// A list, or an object whose members have a key each.
static bool skip_members(Json *json, int depth, char close, bool has_keys) {
    json->at++;
    if (depth == DEPTH_MAX) {
        return false;
    }
    if (json_take(json, close)) {
        return true;
    }
    do {
        if (has_keys && (json_peek(json) != '"' || !skip_string(json) || !json_take(json, ':'))) {
            return false;
        }
        if (!skip_value(json, depth + 1)) {
            return false;
        }
    } while (json_take(json, ','));
    return json_take(json, close);
}

static bool skip_value(Json *json, int depth) {
    json_skip_blanks(json);
    switch (json_peek(json)) {
    case '{':
        return skip_members(json, depth, '}', true);
    case '[':
        return skip_members(json, depth, ']', false);
    case '"':
        return skip_string(json);
    case 't':
        return skip_word(json, "true");
    case 'f':
        return skip_word(json, "false");
    case 'n':
        return skip_word(json, "null");
    default:
        return skip_number(json);
    }
}

// The text as JSON that is an object or a list, with nothing after it.
static bool json_open(Slice text, Json *out) {
    Json json = {text.data, text.data + text.size};
    json_skip_blanks(&json);
    *out = json;
    if (json_peek(&json) != '{' && json_peek(&json) != '[') {
        return false;
    }
    if (!skip_value(&json, 0)) {
        return false;
    }
    json_skip_blanks(&json);
    return json.at == json.end;
}

// ---- What it says ------------------------------------------------------------------------------

// The character of an escape; those beyond ASCII become `?`, as none matters here.
static char take_escape(Json *json) {
    static const char NAMES[] = "bfnrt";
    static const char MEANT[] = "\b\f\n\r\t";
    char c = *++json->at;
    if (c == 'u') {
        char digits[5] = {json->at[1], json->at[2], json->at[3], json->at[4], '\0'};
        long code = strtol(digits, NULL, 16);
        json->at += 4;
        return code < 128 ? (char)code : '?';
    }
    const char *name = (const char *)memchr(NAMES, c, sizeof NAMES - 1);
    return name ? MEANT[name - NAMES] : c;
}

// A string's text into `out`, or an empty one if it is longer.
static Slice take_string(Json *json, char *out, size_t out_size) {
    size_t size = 0;
    for (json->at++; *json->at != '"'; json->at++) {
        char c = *json->at == '\\' ? take_escape(json) : *json->at;
        if (size < out_size) {
            out[size] = c;
        }
        size++;
    }
    json->at++;
    Slice text = {out, size <= out_size ? size : 0};
    return text;
}

// Adds a string's text, or nothing if another value is next.
static void take_data(Json *json, Text *out) {
    if (json_peek(json) != '"' || !out) {
        skip_value(json, 0);
        return;
    }
    text_clear(out); // as with other keys, the last of several counts
    for (json->at++; *json->at != '"'; json->at++) {
        text_add_byte(out, *json->at == '\\' ? take_escape(json) : *json->at);
    }
    json->at++;
}

// Goes to the next member of an object or list: `*is_first` is whether none came before. False at
// its end.
static bool next_member(Json *json, char close, bool *is_first) {
    if (json_take(json, close)) {
        return false;
    }
    if (!*is_first) {
        json_take(json, ',');
    }
    *is_first = false;
    return true;
}

static Slice take_key(Json *json, char *buffer) {
    Slice key = take_string(json, buffer, KEY_SIZE);
    json_take(json, ':');
    return key;
}

static void take_number(Json *json, BotzoneMove *move, size_t field) {
    json_skip_blanks(json);
    const char *start = json->at;
    skip_value(json, 0);
    Slice text = {start, (size_t)(json->at - start)};
    move->is_whole[field] = slice_to_long(text, &move->number[field]);
}

static void take_object(Json *json, BotzoneMove *move) {
    bool is_first = true;
    json_take(json, '{');
    while (next_member(json, '}', &is_first)) {
        char buffer[KEY_SIZE];
        Slice key = take_key(json, buffer);
        size_t field = 0;
        while (field < 6 && !slice_is(key, BOTZONE_FIELDS[field])) {
            field++;
        }
        if (field < 6) {
            take_number(json, move, field);
        } else {
            skip_value(json, 0);
        }
    }
}

// A move: an object, or a string that holds one. In anything else no number is whole.
static void take_move(Json *json, BotzoneMove *move) {
    memset(move, 0, sizeof *move);
    json_skip_blanks(json);
    if (json_peek(json) == '{') {
        take_object(json, move);
    } else if (json_peek(json) == '"') {
        char held[HELD_MOVE_SIZE];
        Json inner;
        if (json_open(take_string(json, held, sizeof held), &inner) && json_peek(&inner) == '{') {
            take_object(&inner, move);
        }
    } else {
        skip_value(json, 0);
    }
}

// A list of moves; returns how many there are.
static size_t take_moves(Json *json, BotzoneMove *moves) {
    json_skip_blanks(json);
    if (json_peek(json) != '[') {
        skip_value(json, 0);
        return 0;
    }
    bool is_first = true;
    size_t count = 0;
    json_take(json, '[');
    for (; next_member(json, ']', &is_first); count++) {
        if (count < BOTZONE_TURNS_MAX) {
            take_move(json, &moves[count]);
        } else {
            skip_value(json, 0);
        }
    }
    return count;
}

static bool open_line(Slice line, Json *json, Error *error) {
    return json_open(line, json) || error_set(error, ERROR_NOT_JSON,
                                        "the turn is not JSON: an object on one line is expected");
}

bool botzone_read_turn(Slice line, BotzoneTurn *out, Text *data, Error *error) {
    Json json;
    if (!open_line(line, &json, error)) {
        return false;
    }
    out->request_count = out->response_count = 0;
    bool is_first = true;
    if (!json_take(&json, '{')) {
        return true;
    }
    while (next_member(&json, '}', &is_first)) {
        char buffer[KEY_SIZE];
        Slice key = take_key(&json, buffer);
        if (slice_is(key, "requests")) {
            out->request_count = take_moves(&json, out->requests);
        } else if (slice_is(key, "responses")) {
            out->response_count = take_moves(&json, out->responses);
        } else if (slice_is(key, "data")) {
            take_data(&json, data);
        } else {
            skip_value(&json, 0);
        }
    }
    return true;
}

bool botzone_read_request(Slice line, BotzoneMove *out, Error *error) {
    Json json;
    if (!open_line(line, &json, error)) {
        return false;
    }
    take_move(&json, out);
    return true;
}
