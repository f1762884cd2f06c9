#include "http/query.h"

static int hex_digit(char byte) {
    return byte >= '0' && byte <= '9'   ? byte - '0'
           : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
           : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10
                                        : -1;
}

static void decode(Slice encoded, Text *out) {
    text_clear(out);
    for (size_t i = 0; i < encoded.size; i++) {
        char byte = encoded.data[i];
        int high = byte == '%' && i + 2 < encoded.size ? hex_digit(encoded.data[i + 1]) : -1;
        int low = high >= 0 ? hex_digit(encoded.data[i + 2]) : -1;
        if (low >= 0) {
            text_add_byte(out, (char)(high << 4 | low));
            i += 2;
        } else {
            text_add_byte(out, byte == '+' ? ' ' : byte);
        }
    }
}

// The part of `name=value` before the first `=`, with `*value` the part behind it.
static Slice split(Slice parameter, Slice *value) {
    size_t size = 0;
    while (size < parameter.size && parameter.data[size] != '=') {
        size++;
    }
    *value = slice_skip(parameter, size + 1);
    return (Slice){parameter.data, size};
}

bool query_find(Slice query, const char *name, Text *out) {
    Slice parameter;
    Slice value;
    while (slice_next(&query, "&", &parameter)) {
        decode(split(parameter, &value), out);
        if (slice_is(text_slice(out), name)) {
            decode(value, out);
            return true;
        }
    }
    text_clear(out);
    return false;
}

bool query_number(
    Slice query, const char *name, long long min, long long max, long long *out, Error *error) {
    Text text;
    text_init(&text);
    long long number = *out;
    bool is_good = !query_find(query, name, &text) || slice_to_long(text_slice(&text), &number);
    text_release(&text);
    if (!is_good || number < min || number > max) {
        return error_set(error, ERROR_MEMBER_OUT_OF_RANGE,
            "%s is not a whole number from %lld to %lld", name, min, max);
    }
    *out = number;
    return true;
}
