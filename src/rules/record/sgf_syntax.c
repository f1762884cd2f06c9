#include "rules/record/sgf_syntax.h"

#include <string.h>

static bool is_capital(int byte) {
    return byte >= 'A' && byte <= 'Z';
}

// How many bytes stand before the first `end` that is not escaped; the whole size if there is none.
static size_t find_end(Slice text, char end) {
    size_t i = 0;
    while (i < text.size && text.data[i] != end) {
        i += text.data[i] == '\\' && i + 1 < text.size ? 2 : 1;
    }
    return i;
}

bool sgf_next_property(Cursor *cursor, SgfProperty *out, Error *error) {
    char quoted[SLICE_QUOTE_SIZE];
    cursor_skip_blanks(cursor);
    SgfProperty property = {.name = {cursor->rest.data, 0}};
    while (is_capital(cursor_peek(cursor))) {
        cursor_take(cursor, 1);
        property.name.size++;
    }
    if (property.name.size == 0) {
        return error_set(error, ERROR_PROPERTY_MISSING, "no property where one is due");
    }
    cursor_skip_blanks(cursor);
    property.values.data = cursor->rest.data;
    while (cursor_accept(cursor, '[')) {
        size_t size = find_end(cursor->rest, ']');
        if (size == cursor->rest.size) {
            return error_set(error, ERROR_PROPERTY_NOT_CLOSED,
                "a value of %s has no closing bracket", slice_quote(property.name, quoted));
        }
        cursor_take(cursor, size + 1);
        property.values.size = (size_t)(cursor->rest.data - property.values.data);
        cursor_skip_blanks(cursor);
    }
    if (property.values.size == 0) {
        return error_set(
            error, ERROR_PROPERTY_EMPTY, "%s has no value", slice_quote(property.name, quoted));
    }
    *out = property;
    return true;
}

bool sgf_read_node(Cursor *cursor, Slice *node, Error *error) {
    Slice start = cursor->rest;
    cursor_skip_blanks(cursor);
    while (is_capital(cursor_peek(cursor))) {
        SgfProperty ignored;
        if (!sgf_next_property(cursor, &ignored, error)) {
            return false;
        }
    }
    *node = (Slice){start.data, start.size - cursor->rest.size};
    return true;
}

bool sgf_next_value(Slice *values, Slice *value) {
    const char *open = values->size > 0 ? memchr(values->data, '[', values->size) : NULL;
    if (!open) {
        return false;
    }
    Slice rest = slice_skip(*values, (size_t)(open - values->data) + 1);
    *value = (Slice){rest.data, find_end(rest, ']')};
    *values = slice_skip(rest, value->size + 1);
    return true;
}

bool sgf_find(Slice node, const char *name, SgfProperty *out, Error *error) {
    SgfProperty found = {0};
    SgfProperty property;
    Cursor cursor = cursor_at_start(node);
    while (sgf_next_property(&cursor, &property, NULL)) {
        if (!slice_is(property.name, name)) {
            continue;
        }
        if (found.name.size > 0) {
            return error_set(error, ERROR_PROPERTY_TWICE, "%s stands twice in a node", name);
        }
        found = property;
    }
    *out = found;
    return true;
}

bool sgf_find_value(Slice node, const char *name, Slice *value, Error *error) {
    SgfProperty property;
    if (!sgf_find(node, name, &property, error)) {
        return false;
    }
    Slice found = {NULL, 0};
    Slice more;
    if (sgf_next_value(&property.values, &found) && sgf_next_value(&property.values, &more)) {
        return error_set(error, ERROR_SEVERAL_VALUES, "%s has several values", name);
    }
    *value = found;
    return true;
}

bool sgf_split(Slice value, Slice *first, Slice *second) {
    size_t size = find_end(value, ':');
    if (size == value.size) {
        return false;
    }
    *first = (Slice){value.data, size};
    *second = slice_skip(value, size + 1);
    return true;
}

void sgf_decode(Slice value, bool keeps_lines, Text *out) {
    while (value.size > 0) {
        bool escape = value.data[0] == '\\' && value.size > 1;
        value = slice_skip(value, escape);
        size_t line_break = cursor_line_break(value);
        if (line_break > 0) {
            if (!escape) {
                text_add_byte(out, keeps_lines ? '\n' : ' ');
            }
            value = slice_skip(value, line_break);
            continue;
        }
        bool is_tab = value.data[0] == '\t' && !keeps_lines;
        text_add_byte(out, is_tab ? ' ' : value.data[0]);
        value = slice_skip(value, 1);
    }
}

void sgf_encode(Slice text, bool is_composed, Text *out) {
    for (size_t i = 0; i < text.size; i++) {
        char byte = text.data[i];
        if (byte == '\\' || byte == ']' || (byte == ':' && is_composed)) {
            text_add_byte(out, '\\');
        }
        text_add_byte(out, byte);
    }
}

void sgf_copy(SgfProperty property, Text *out) {
    text_add_slice(out, property.name);
    Slice value;
    while (sgf_next_value(&property.values, &value)) {
        text_add_byte(out, '[');
        while (value.size > 0) {
            size_t line_break = cursor_line_break(value);
            text_add_byte(out, line_break > 0 ? '\n' : value.data[0]);
            value = slice_skip(value, line_break > 0 ? line_break : 1);
        }
        text_add_byte(out, ']');
    }
}
