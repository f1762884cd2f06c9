#include "rules/record/values.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rules/record/record.h"

// Cuts digits off the front of a text and returns how many there were. Their value is capped at
// RECORD_TIME_MAX_MS + 1, so that it never overflows and too much stays too much.
static size_t take_digits(Slice *text, int64_t *value) {
    size_t count = 0;
    *value = 0;
    while (count < text->size && text->data[count] >= '0' && text->data[count] <= '9') {
        *value = *value * 10 + (text->data[count] - '0');
        if (*value > RECORD_TIME_MAX_MS) {
            *value = RECORD_TIME_MAX_MS + 1;
        }
        count++;
    }
    *text = slice_skip(*text, count);
    return count;
}

static bool take_byte(Slice *text, char byte) {
    if (text->size == 0 || text->data[0] != byte) {
        return false;
    }
    *text = slice_skip(*text, 1);
    return true;
}

bool value_parse_eval(Slice text, double *out) {
    if (text.size >= VALUE_TEXT_SIZE) {
        return false;
    }
    Slice rest = text;
    int64_t ignored;
    if (!take_byte(&rest, '-')) {
        take_byte(&rest, '+');
    }
    if (take_digits(&rest, &ignored) == 0 ||
        (take_byte(&rest, '.') && take_digits(&rest, &ignored) == 0)) {
        return false;
    }
    return rest.size == 0 && slice_to_double(text, out);
}

void value_format_eval(double eval, char out[VALUE_TEXT_SIZE]) {
    assert(isfinite(eval) && fabs(eval) < 1e15);
    size_t length = (size_t)snprintf(out, VALUE_TEXT_SIZE, "%.4f", eval);
    while (out[length - 1] == '0') {
        length--;
    }
    length -= out[length - 1] == '.';
    out[length] = '\0';
    if (strcmp(out, "-0") == 0) {
        strcpy(out, "0");
    }
}

bool value_parse_time(Slice text, int64_t *out_ms) {
    int64_t seconds = 0;
    int parts = 0;
    do {
        int64_t part;
        if (take_digits(&text, &part) == 0 || (parts > 0 && part > 59) || parts == 3) {
            return false;
        }
        // The cap keeps this far from overflow: at most 10^9 * 60 * 60.
        seconds = seconds * 60 + part;
        parts++;
    } while (take_byte(&text, ':'));
    int64_t milliseconds = 0;
    if (take_byte(&text, '.')) {
        Slice decimals = {text.data, text.size < 3 ? text.size : 3};
        size_t count = take_digits(&decimals, &milliseconds);
        if (count == 0) {
            return false;
        }
        for (; count < 3; count++) {
            milliseconds *= 10;
        }
        int64_t finer;
        take_digits(&text, &finer);
    }
    if (text.size > 0 || seconds * 1000 + milliseconds > RECORD_TIME_MAX_MS) {
        return false;
    }
    *out_ms = seconds * 1000 + milliseconds;
    return true;
}

void value_format_seconds(int64_t time_ms, char out[VALUE_TEXT_SIZE]) {
    snprintf(out, VALUE_TEXT_SIZE, "%" PRId64 ".%03d", time_ms / 1000, (int)(time_ms % 1000));
}

void value_format_clock(int64_t time_ms, char out[VALUE_TEXT_SIZE]) {
    int64_t seconds = time_ms / 1000;
    snprintf(out, VALUE_TEXT_SIZE, "%" PRId64 ":%02d:%02d.%03d", seconds / 3600,
        (int)(seconds / 60 % 60), (int)(seconds % 60), (int)(time_ms % 1000));
}
