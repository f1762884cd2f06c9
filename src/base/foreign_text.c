#include "base/foreign_text.h"

#include <limits.h>

// The zeros of Unicode 14, each followed by its nine other digits (general category Nd).
static const uint32_t ZEROS[] = {0x0030, 0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6,
    0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0,
    0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900,
    0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0,
    0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50,
    0x11da0, 0x16a60, 0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140,
    0x1e2f0, 0x1e950, 0x1fbf0};

// White space of both languages.
static bool is_common_space(uint32_t code_point) {
    return (code_point >= 0x09 && code_point <= 0x0d) || code_point == 0x20 || code_point == 0xa0 ||
           code_point == 0x1680 || (code_point >= 0x2000 && code_point <= 0x200a) ||
           code_point == 0x2028 || code_point == 0x2029 || code_point == 0x202f ||
           code_point == 0x205f || code_point == 0x3000;
}

static bool is_javascript_space(uint32_t code_point) {
    return is_common_space(code_point) || code_point == 0xfeff;
}

static bool is_python_space(uint32_t code_point) {
    return is_common_space(code_point) || (code_point >= 0x1c && code_point <= 0x1f) ||
           code_point == 0x85;
}

// The rest after the code points of a kind.
static Slice skip_over(Slice text, bool (*is_of_kind)(uint32_t code_point)) {
    Slice rest = text;
    while (rest.size > 0 && is_of_kind(utf8_next(&rest))) {
        text = rest;
    }
    return text;
}

int hexadecimal_value(char digit) {
    if (digit >= '0' && digit <= '9') {
        return digit - '0';
    }
    char lower = (char)(digit | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool javascript_parse_int(Slice word, int *out) {
    Slice rest = skip_over(word, is_javascript_space);
    bool is_negative = slice_starts(rest, "-");
    rest = slice_skip(rest, is_negative || slice_starts(rest, "+") ? 1 : 0);
    bool is_hexadecimal = slice_starts(rest, "0x") || slice_starts(rest, "0X");
    int base = is_hexadecimal ? 16 : 10;
    rest = slice_skip(rest, is_hexadecimal ? 2 : 0);
    long long value = 0;
    size_t count = 0;
    for (; count < rest.size && value <= UINT_MAX; count++) {
        int digit = hexadecimal_value(rest.data[count]);
        if (digit < 0 || digit >= base) {
            break;
        }
        value = value * base + digit;
    }
    value = is_negative ? -value : value;
    if (count == 0 || value < INT_MIN || value > INT_MAX) {
        return false;
    }
    *out = (int)value;
    return true;
}

static bool is_no_python_space(uint32_t code_point) {
    return !is_python_space(code_point);
}

bool python_split(Slice *rest, Slice *word) {
    *word = skip_over(*rest, is_python_space);
    *rest = skip_over(*word, is_no_python_space);
    word->size -= rest->size;
    return word->size > 0;
}

// The value of a decimal digit of any alphabet; -1 of anything else.
static int digit_value(uint32_t code_point) {
    for (size_t i = 0; i < sizeof ZEROS / sizeof *ZEROS; i++) {
        if (code_point - ZEROS[i] < 10) {
            return (int)(code_point - ZEROS[i]);
        }
    }
    return -1;
}

bool python_int(Slice word, int *out) {
    long long value = 0;
    bool is_number = word.size > 0;
    while (word.size > 0 && is_number) {
        int digit = digit_value(utf8_next(&word));
        is_number = digit >= 0;
        value = value > INT_MAX ? value : value * 10 + digit;
    }
    if (is_number) {
        *out = value > INT_MAX ? INT_MAX : (int)value;
    }
    return is_number;
}
