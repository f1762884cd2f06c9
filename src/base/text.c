#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static char EMPTY[1] = "";

void text_init(Text *text) {
    *text = (Text){.data = EMPTY};
}

void text_release(Text *text) {
    if (text->capacity > 0) {
        free(text->data);
    }
    text_init(text);
}

void text_clear(Text *text) {
    text->size = 0;
    if (text->capacity > 0) {
        text->data[0] = '\0';
    }
}

// Makes room for `extra` more bytes and the terminator.
static void text_reserve(Text *text, size_t extra) {
    size_t need = text->size + extra + 1;
    if (need <= text->capacity) {
        return;
    }
    size_t capacity = text->capacity ? text->capacity : 64;
    while (capacity < need) {
        capacity *= 2;
    }
    char *data = (char *)realloc(text->capacity > 0 ? text->data : NULL, capacity);
    if (!data) {
        abort();
    }
    text->data = data;
    text->capacity = capacity;
}

void text_add_slice(Text *text, Slice slice) {
    text_reserve(text, slice.size);
    if (slice.size > 0) {
        memcpy(text->data + text->size, slice.data, slice.size);
    }
    text->size += slice.size;
    text->data[text->size] = '\0';
}

void text_add(Text *text, const char *string) {
    text_add_slice(text, slice_from(string));
}

void text_add_byte(Text *text, char byte) {
    text_add_slice(text, (Slice){&byte, 1});
}

void text_addf(Text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    text_reserve(text, (size_t)length);
    va_start(arguments, format);
    vsnprintf(text->data + text->size, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->size += (size_t)length;
}

static int compare_lines(const void *a, const void *b) {
    const Slice *x = (const Slice *)a;
    const Slice *y = (const Slice *)b;
    int order = memcmp(x->data, y->data, x->size < y->size ? x->size : y->size);
    return order ? order : (x->size > y->size) - (x->size < y->size);
}

void text_sort_lines(Text *text) {
    assert(text->size == 0 || text->data[text->size - 1] == '\n');
    size_t count = 0;
    for (size_t i = 0; i < text->size; i++) {
        count += text->data[i] == '\n';
    }
    Slice *lines = (Slice *)calloc(count + 1, sizeof *lines);
    if (!lines) {
        abort();
    }
    Slice rest = text_slice(text);
    for (size_t i = 0; i < count; i++) {
        const char *newline = (const char *)memchr(rest.data, '\n', rest.size);
        lines[i] = (Slice){rest.data, (size_t)(newline - rest.data) + 1};
        rest = slice_skip(rest, lines[i].size);
    }
    qsort(lines, count, sizeof *lines, compare_lines);
    Text sorted;
    text_init(&sorted);
    for (size_t i = 0; i < count; i++) {
        text_add_slice(&sorted, lines[i]);
    }
    free(lines);
    text_release(text);
    *text = sorted;
}

Slice text_slice(const Text *text) {
    return (Slice){text->data, text->size};
}

LineStatus text_read_line(Text *text, FILE *stream, size_t limit_bytes) {
    text_clear(text);
    int byte;
    while ((byte = getc(stream)) != EOF && byte != '\n') {
        if (text->size == limit_bytes) {
            return LINE_TOO_LONG;
        }
        text_add_byte(text, (char)byte);
    }
    if (byte == EOF && text->size == 0) {
        return LINE_END;
    }
    if (text->size > 0 && text->data[text->size - 1] == '\r') {
        text->data[--text->size] = '\0';
    }
    return LINE_READ;
}

bool text_read_stream(
    Text *text, FILE *stream, size_t limit_bytes, const char *what, Error *error) {
    char chunk[65536];
    size_t start = text->size;
    size_t got;
    while ((got = fread(chunk, 1, sizeof chunk, stream)) > 0) {
        if (text->size - start + got > limit_bytes) {
            return error_set(
                error, ERROR_INPUT_TOO_LONG, "%s is longer than %zu bytes", what, limit_bytes);
        }
        text_add_slice(text, (Slice){chunk, got});
    }
    if (ferror(stream)) {
        return error_set(
            error, ERROR_FILE_UNREADABLE, "%s cannot be read: %s", what, strerror(errno));
    }
    return true;
}

bool text_read_file(Text *text, const char *path, size_t limit_bytes, Error *error) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        return error_set(
            error, ERROR_FILE_UNREADABLE, "%s cannot be opened: %s", path, strerror(errno));
    }
    bool done = text_read_stream(text, file, limit_bytes, path, error);
    fclose(file);
    return done;
}
