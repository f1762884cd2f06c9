#include "base/utf8.h"

// How many bytes the first one announces; 0 if it announces none.
static size_t utf8_length(unsigned char first) {
    if (first < 0x80) {
        return 1;
    }
    return first >= 0xf0 && first < 0xf8 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
}

uint32_t utf8_next(Slice *rest) {
    static const uint32_t SMALLEST[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)rest->data;
    size_t length = utf8_length(bytes[0]);
    if (length == 1) {
        *rest = slice_skip(*rest, 1);
        return bytes[0];
    }
    uint32_t code_point = bytes[0] & (0x7fu >> length);
    bool is_good = length > 0 && length <= rest->size;
    for (size_t i = 1; i < length && is_good; i++) {
        is_good = bytes[i] >> 6 == 2;
        code_point = code_point << 6 | (bytes[i] & 0x3f);
    }
    if (!is_good || code_point < SMALLEST[length] || code_point > 0x10ffff) {
        *rest = slice_skip(*rest, 1);
        return UTF8_REPLACEMENT;
    }
    *rest = slice_skip(*rest, length);
    return code_point >> 11 == 0xd800 >> 11 ? UTF8_REPLACEMENT : code_point;
}

void utf8_add(Text *out, uint32_t code_point) {
    if (code_point < 0x80) {
        text_add_byte(out, (char)code_point);
        return;
    }
    int shift = code_point < 0x800 ? 6 : code_point < 0x10000 ? 12 : 18;
    text_add_byte(out, (char)((0xf80 >> shift / 6 & 0xff) | code_point >> shift));
    while (shift > 0) {
        shift -= 6;
        text_add_byte(out, (char)(0x80 | (code_point >> shift & 0x3f)));
    }
}

void utf8_clean(Text *out, Slice bytes) {
    while (bytes.size > 0) {
        uint32_t code_point = utf8_next(&bytes);
        bool is_control = (code_point < 0x20 && code_point != '\n' && code_point != '\t') ||
                          (code_point >= 0x7f && code_point < 0xa0);
        if (code_point != '\r') {
            utf8_add(out, is_control ? UTF8_REPLACEMENT : code_point);
        }
    }
}
