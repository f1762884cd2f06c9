#include "base/html.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd"
#define ELLIPSIS "\xe2\x80\xa6"
#define MINUS "\xe2\x88\x92"
#define DASH "\xe2\x80\x93"

// From here on, with few exceptions, a character takes two columns.
#define WIDE_MIN 0x1100

// No number on a page has more digits; a longer one is as good as infinite.
#define NUMBER_MAX 1e15

// The size of the well-formed UTF-8 sequence at the front of a text that is not empty; 0 if it does
// not begin with one.
static size_t decode(Slice text, uint32_t *code) {
    static const uint32_t SMALLEST[] = {0, 0, 0x80, 0x800, 0x10000};
    uint8_t lead = (uint8_t)text.data[0];
    size_t size = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if ((lead >= 0x80 && lead < 0xc0) || lead >= 0xf8 || size > text.size) {
        return 0;
    }
    *code = size == 1 ? lead : lead & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        uint8_t byte = (uint8_t)text.data[i];
        if ((byte & 0xc0) != 0x80) {
            return 0;
        }
        *code = *code << 6 | (byte & 0x3f);
    }
    bool is_surrogate = *code >= 0xd800 && *code <= 0xdfff;
    return *code < SMALLEST[size] || *code > 0x10ffff || is_surrogate ? 0 : size;
}

// Whether neither HTML nor XML allows a character.
static bool is_forbidden(uint32_t code) {
    bool is_control =
        (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7f && code < 0xa0);
    return is_control || (code & 0xfffe) == 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
}

static const char *entity(uint32_t code) {
    switch (code) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

// Cuts the first character off and adds it, made safe. Returns its width in columns.
static int add_character(Text *out, Slice *rest) {
    uint32_t code;
    size_t size = decode(*rest, &code);
    if (size == 0 || is_forbidden(code)) {
        text_add(out, REPLACEMENT);
        *rest = slice_skip(*rest, size ? size : 1);
        return 1;
    }
    const char *escaped = entity(code);
    if (escaped) {
        text_add(out, escaped);
    } else {
        text_add_slice(out, (Slice){rest->data, size});
    }
    *rest = slice_skip(*rest, size);
    return code >= WIDE_MIN ? 2 : 1;
}

// How many bytes at the front need no care. Records are long and almost all of it is that.
static size_t plain_size(Slice text) {
    size_t size = 0;
    while (size < text.size && text.data[size] >= ' ' && text.data[size] < 0x7f &&
           !entity((uint32_t)text.data[size])) {
        size++;
    }
    return size;
}

void html_add_text(Text *out, Slice text) {
    while (text.size > 0) {
        size_t plain = plain_size(text);
        text_add_slice(out, (Slice){text.data, plain});
        text = slice_skip(text, plain);
        if (text.size > 0) {
            add_character(out, &text);
        }
    }
}

void html_add_short_text(Text *out, Slice text, int columns) {
    assert(columns >= 1);
    size_t cut = out->size; // the end of what leaves room for the ellipsis
    int width = 0;
    while (text.size > 0) {
        width += add_character(out, &text);
        if (width < columns) {
            cut = out->size;
        } else if (width > columns) {
            out->size = cut;
            text_add(out, ELLIPSIS);
            return;
        }
    }
}

static void add_number(Text *out, double value, int decimals, const char *plus) {
    if (!isfinite(value) || fabs(value) >= NUMBER_MAX) {
        text_add(out, DASH);
        return;
    }
    char digits[64];
    snprintf(digits, sizeof digits, "%.*f", decimals, fabs(value));
    bool is_zero = strspn(digits, "0.") == strlen(digits);
    text_add(out, is_zero ? "" : value < 0 ? MINUS : plus);
    text_add(out, digits);
}

void html_add_number(Text *out, double value, int decimals) {
    add_number(out, value, decimals, "");
}

void html_add_signed(Text *out, double value, int decimals) {
    add_number(out, value, decimals, "+");
}
