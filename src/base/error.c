#include "base/error.h"

#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// The longest directive in use is %.100s; JSON_INTEGER_FORMAT makes %lld.
#define DIRECTIVE_SIZE 16

#define NAME(code, name) name,
static const char *const NAMES[] = {"none", ERROR_CODES(NAME)};
#undef NAME
#define NAME_COUNT (sizeof NAMES / sizeof NAMES[0])

const char *error_code_name(ErrorCode code) {
    assert((size_t)code < NAME_COUNT);
    return NAMES[code];
}

bool error_code_find(const char *name, ErrorCode *out) {
    for (size_t i = 0; i < NAME_COUNT; i++) {
        if (strcmp(name, NAMES[i]) == 0) {
            *out = (ErrorCode)i;
            return true;
        }
    }
    return false;
}

typedef struct Composition {
    char text[sizeof((Error *)NULL)->text];
    size_t size;
    ErrorPart *part;
} Composition;

// What of some bytes fits into so much room, without half a character of UTF-8 at the end.
static size_t size_within(const char *bytes, size_t size, size_t room) {
    if (size <= room) {
        return size;
    }
    while (room > 0 && (bytes[room] & 0xc0) == 0x80) {
        room--;
    }
    return room;
}

static void add_bytes(Composition *out, const char *bytes, size_t size) {
    size_t taken = size_within(bytes, size, sizeof out->text - 1 - out->size);
    memcpy(out->text + out->size, bytes, taken);
    out->size += taken;
    out->text[out->size] = '\0';
}

// A precision such as %.100s counts bytes and may leave half a character of UTF-8 at the end.
static void drop_half_character(char *text) {
    size_t size = strlen(text);
    size_t start = size;
    while (start > 0 && size - start < 3 && (text[start - 1] & 0xc0) == 0x80) {
        start--;
    }
    unsigned char lead = start > 0 ? (unsigned char)text[start - 1] : 0;
    size_t due = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 0;
    if (due > size - start + 1) {
        text[start - 1] = '\0';
    }
}

static void add_argument(Composition *out, char *text) {
    drop_half_character(text);
    add_bytes(out, text, strlen(text));
    if (out->part->argument_count < ERROR_ARGUMENTS_MAX) {
        size_t size = size_within(text, strlen(text), ERROR_ARGUMENT_SIZE - 1);
        memcpy(out->part->arguments[out->part->argument_count++], text, size); // zero before
    }
}

// One directive of printf, from its % to its letter.
typedef struct Directive {
    char text[DIRECTIVE_SIZE];
    int long_count; // of the letter l
    bool is_size;   // z
    char letter;
} Directive;

static Directive read_directive(const char **format) {
    const char *start = *format;
    const char *end = start + 1 + strspn(start + 1, "-+ #0.123456789");
    Directive directive = {0};
    for (; *end == 'l' || *end == 'z'; end++) {
        directive.long_count += *end == 'l';
        directive.is_size = *end == 'z';
    }
    directive.letter = *end++;
    assert((size_t)(end - start) < sizeof directive.text);
    memcpy(directive.text, start, (size_t)(end - start));
    *format = end;
    return directive;
}

static void write_integer(char *out, size_t size, const Directive *directive, va_list *arguments) {
    if (directive->is_size) {
        snprintf(out, size, directive->text, va_arg(*arguments, size_t));
    } else if (directive->long_count == 2) {
        snprintf(out, size, directive->text, va_arg(*arguments, long long));
    } else if (directive->long_count == 1) {
        snprintf(out, size, directive->text, va_arg(*arguments, long));
    } else {
        snprintf(out, size, directive->text, va_arg(*arguments, int));
    }
}

// Writes the next argument as its directive says.
static void write_argument(char *out, size_t size, const Directive *directive, va_list *arguments) {
    switch (directive->letter) {
    case 's':
        snprintf(out, size, directive->text, va_arg(*arguments, const char *));
        break;
    case 'f':
    case 'g':
        snprintf(out, size, directive->text, va_arg(*arguments, double));
        break;
    default:
        assert(strchr("cdiuxX", directive->letter));
        write_integer(out, size, directive, arguments);
    }
}

static void compose(Composition *out, const char *format, va_list *arguments) {
    while (*format) {
        size_t plain = strcspn(format, "%");
        add_bytes(out, format, plain);
        format += plain;
        if (format[0] == '%' && format[1] == '%') {
            add_bytes(out, format, 1);
            format += 2;
        } else if (*format == '%') {
            Directive directive = read_directive(&format);
            char text[sizeof out->text];
            write_argument(text, sizeof text, &directive, arguments);
            add_argument(out, text);
        }
    }
}

bool error_set(Error *error, ErrorCode code, const char *format, ...) {
    if (error) {
        // The arguments may be texts of this very error: it is written last.
        ErrorPart reason = {.code = code};
        Composition out = {.part = &reason};
        va_list arguments;
        va_start(arguments, format);
        compose(&out, format, &arguments);
        va_end(arguments);
        error->reason = reason;
        error->place_count = 0;
        memcpy(error->text, out.text, sizeof error->text);
    }
    return false;
}

bool error_prefix(Error *error, ErrorCode code, const char *format, ...) {
    if (error) {
        ErrorPart place = {.code = code};
        Composition out = {.part = &place};
        va_list arguments;
        va_start(arguments, format);
        compose(&out, format, &arguments);
        va_end(arguments);
        add_bytes(&out, ": ", 2);
        add_bytes(&out, error->text, strlen(error->text));
        if (error->place_count < ERROR_PLACES_MAX) {
            error->places[error->place_count++] = place;
        }
        memcpy(error->text, out.text, sizeof error->text);
    }
    return false;
}

bool error_copy(Error *error, const Error *from) {
    if (error) {
        *error = *from;
    }
    return false;
}

void error_clear(Error *error) {
    if (error) {
        *error = (Error){.reason = {.code = ERROR_NONE}};
    }
}
