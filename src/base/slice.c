#include "base/slice.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Slice slice_from(const char *text) {
    return (Slice){text, strlen(text)};
}

// memcmp takes no null, which an empty slice may have for its data.
bool slice_is(Slice slice, const char *text) {
    return slice.size == strlen(text) &&
           (slice.size == 0 || memcmp(slice.data, text, slice.size) == 0);
}

bool slice_starts(Slice slice, const char *prefix) {
    size_t size = strlen(prefix);
    return slice.size >= size && memcmp(slice.data, prefix, size) == 0;
}

static bool is_space(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

Slice slice_trim(Slice slice) {
    while (slice.size > 0 && is_space(slice.data[0])) {
        slice.data++;
        slice.size--;
    }
    while (slice.size > 0 && is_space(slice.data[slice.size - 1])) {
        slice.size--;
    }
    return slice;
}

Slice slice_skip(Slice slice, size_t count) {
    if (count > slice.size) {
        count = slice.size;
    }
    return (Slice){slice.data + count, slice.size - count};
}

// strchr would find the terminator for a NUL byte, which is never a separator.
static bool is_one_of(char byte, const char *set) {
    return byte != '\0' && strchr(set, byte) != NULL;
}

bool slice_next(Slice *rest, const char *separators, Slice *piece) {
    size_t start = 0;
    while (start < rest->size && is_one_of(rest->data[start], separators)) {
        start++;
    }
    size_t end = start;
    while (end < rest->size && !is_one_of(rest->data[end], separators)) {
        end++;
    }
    if (start == end) {
        return false;
    }
    *piece = (Slice){rest->data + start, end - start};
    *rest = slice_skip(*rest, end);
    return true;
}

bool slice_next_line(Slice *rest, Slice *line) {
    if (rest->size == 0) {
        return false;
    }
    const char *newline = (const char *)memchr(rest->data, '\n', rest->size);
    size_t size = newline ? (size_t)(newline - rest->data) : rest->size;
    *line = (Slice){rest->data, size};
    if (line->size > 0 && line->data[line->size - 1] == '\r') {
        line->size--;
    }
    *rest = slice_skip(*rest, newline ? size + 1 : size);
    return true;
}

// Copies a number's text so that the C library can read it; false if it is too long to be one.
static bool number_text(Slice slice, char *out, size_t out_size) {
    if (slice.size == 0 || slice.size >= out_size || memchr(slice.data, '\0', slice.size)) {
        return false;
    }
    memcpy(out, slice.data, slice.size);
    out[slice.size] = '\0';
    return true;
}

bool slice_to_long(Slice slice, long long *out) {
    char text[32];
    if (!number_text(slice, text, sizeof text)) {
        return false;
    }
    const char *digits = text[0] == '-' ? text + 1 : text;
    if (*digits == '\0' || strspn(digits, "0123456789") != strlen(digits)) {
        return false;
    }
    errno = 0;
    long long value = strtoll(text, NULL, 10);
    if (errno != 0) {
        return false;
    }
    *out = value;
    return true;
}

bool slice_to_int(Slice slice, int *out) {
    long long value;
    if (!slice_to_long(slice, &value) || value < INT_MIN || value > INT_MAX) {
        return false;
    }
    *out = (int)value;
    return true;
}

bool slice_to_double(Slice slice, double *out) {
    char text[64];
    if (!number_text(slice, text, sizeof text) || strspn(text, "+-.0123456789eE") != strlen(text)) {
        return false;
    }
    char *end;
    double value = strtod(text, &end);
    if (*end != '\0' || !isfinite(value)) {
        return false;
    }
    *out = value;
    return true;
}

// Code points that a reader does not see, or that change how others are shown.
static bool is_invisible(unsigned long code) {
    return code < 0xa0 || (code >= 0x200b && code <= 0x200f) ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) ||
           (code >= 0xd800 && code <= 0xf8ff) || code == 0xfeff ||
           (code >= 0xfff0 && code <= 0xffff) || code >= 0xe0000;
}

// Bytes of the visible UTF-8 character beyond ASCII at the front of a text; 0 if there is none.
static size_t visible_size(Slice text) {
    unsigned char lead = (unsigned char)text.data[0];
    size_t size = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    if (size == 0 || lead >= 0xf5 || size > text.size) {
        return 0;
    }
    unsigned long code = lead & (0xffu >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        if ((byte & 0xc0) != 0x80) {
            return 0;
        }
        code = code << 6 | (byte & 0x3f);
    }
    bool is_shortest = size == 2 || code >= (size == 3 ? 0x800u : 0x10000u);
    return is_shortest && !is_invisible(code) ? size : 0;
}

const char *slice_quote(Slice slice, char out[SLICE_QUOTE_SIZE]) {
    // Room is kept for the widest escape, the dots, the closing quote and the terminator.
    const size_t limit = SLICE_QUOTE_SIZE - 4 - 3 - 2;
    size_t length = 0;
    out[length++] = '\'';
    for (size_t i = 0; i < slice.size; i++) {
        if (length > limit) {
            memcpy(out + length, "...", 3);
            length += 3;
            break;
        }
        unsigned char byte = (unsigned char)slice.data[i];
        size_t visible = visible_size(slice_skip(slice, i));
        if (visible > 0) {
            memcpy(out + length, slice.data + i, visible);
            length += visible;
            i += visible - 1;
        } else if (byte < 0x20 || byte >= 0x7f) {
            length += (size_t)sprintf(out + length, "\\x%02x", byte);
        } else {
            out[length++] = (char)byte;
        }
    }
    out[length++] = '\'';
    out[length] = '\0';
    return out;
}
