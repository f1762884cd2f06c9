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
    char *data = realloc(text->capacity > 0 ? text->data : NULL, capacity);
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

Slice text_slice(const Text *text) {
    return (Slice){text->data, text->size};
}

bool text_read_stream(
    Text *text, FILE *stream, size_t limit_bytes, const char *what, Error *error) {
    char chunk[65536];
    size_t start = text->size;
    size_t got;
    while ((got = fread(chunk, 1, sizeof chunk, stream)) > 0) {
        if (text->size - start + got > limit_bytes) {
            return error_set(error, "%s is longer than %zu bytes", what, limit_bytes);
        }
        text_add_slice(text, (Slice){chunk, got});
    }
    if (ferror(stream)) {
        return error_set(error, "%s cannot be read: %s", what, strerror(errno));
    }
    return true;
}

bool text_read_file(Text *text, const char *path, size_t limit_bytes, Error *error) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        return error_set(error, "%s cannot be opened: %s", path, strerror(errno));
    }
    bool done = text_read_stream(text, file, limit_bytes, path, error);
    fclose(file);
    return done;
}
