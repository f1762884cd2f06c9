#pragma once
// A place in a text that is being read, and its line number for the reasons of refusals.

#include <string.h>

#include "base/slice.h"

typedef struct Cursor {
    Slice rest;
    size_t line; // from 1
} Cursor;

static inline Cursor cursor_at_start(Slice text) {
    return (Cursor){text, 1};
}

// The next byte, or -1 at the end.
static inline int cursor_peek(const Cursor *cursor) {
    return cursor->rest.size > 0 ? (unsigned char)cursor->rest.data[0] : -1;
}

// Passes over `count` bytes, which must be there, and returns them.
static inline Slice cursor_take(Cursor *cursor, size_t count) {
    Slice taken = {cursor->rest.data, count};
    for (size_t i = 0; i < count; i++) {
        cursor->line += taken.data[i] == '\n';
    }
    cursor->rest = slice_skip(cursor->rest, count);
    return taken;
}

static inline bool cursor_is_blank(int byte) {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

static inline void cursor_skip_blanks(Cursor *cursor) {
    while (cursor_is_blank(cursor_peek(cursor))) {
        cursor_take(cursor, 1);
    }
}

// Passes over one given byte if it is next.
static inline bool cursor_accept(Cursor *cursor, char byte) {
    if (cursor_peek(cursor) != (unsigned char)byte) {
        return false;
    }
    cursor_take(cursor, 1);
    return true;
}

// The bytes up to the next blank or mark, not yet passed over.
static inline Slice cursor_token(const Cursor *cursor, const char *marks) {
    Slice token = {cursor->rest.data, 0};
    while (token.size < cursor->rest.size) {
        char byte = token.data[token.size];
        // strchr would find the terminator for a NUL byte, which is no mark.
        if (cursor_is_blank((unsigned char)byte) || (byte != '\0' && strchr(marks, byte))) {
            break;
        }
        token.size++;
    }
    return token;
}

// A word without the `!` and `?` at its end, by which people say what they think of a move.
static inline Slice cursor_without_signs(Slice word) {
    while (word.size > 0 && (word.data[word.size - 1] == '!' || word.data[word.size - 1] == '?')) {
        word.size--;
    }
    return word;
}

// How many bytes the line break at the front of a text takes, whatever system wrote it; 0 if there
// is none.
static inline size_t cursor_line_break(Slice text) {
    if (text.size == 0 || (text.data[0] != '\n' && text.data[0] != '\r')) {
        return 0;
    }
    char other = text.data[0] == '\n' ? '\r' : '\n';
    return text.size > 1 && text.data[1] == other ? 2 : 1;
}
