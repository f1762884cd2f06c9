#include "store/values.h"

#include <stdlib.h>

void values_init(Values *values) {
    *values = (Values){0};
    text_init(&values->bytes);
}

void values_release(Values *values) {
    free(values->items);
    free(values->offsets);
    text_release(&values->bytes);
}

void values_clear(Values *values) {
    values->count = 0;
    text_clear(&values->bytes);
}

static void *grow(void *array, size_t count, size_t size_bytes) {
    void *grown = reallocarray(array, count, size_bytes);
    if (!grown) {
        abort(); // as base/text.h says of its own growth
    }
    return grown;
}

static void reserve(Values *values, size_t count) {
    if (count > values->capacity) {
        values->capacity = count > 2 * values->capacity ? count : 2 * values->capacity;
        values->items = grow(values->items, values->capacity, sizeof *values->items);
        values->offsets = grow(values->offsets, values->capacity, sizeof *values->offsets);
    }
}

void values_set(Values *values, size_t index, Value value) {
    reserve(values, index + 1);
    for (; values->count <= index; values->count++) {
        values->items[values->count] = (Value){.type = VALUE_UNBOUND};
    }
    if (value.type == VALUE_TEXT || value.type == VALUE_BLOB) {
        values->offsets[index] = values->bytes.size;
        text_add_slice(&values->bytes, value.bytes.size > 0 ? value.bytes : slice_from(""));
        text_add_byte(&values->bytes, '\0');
    }
    values->items[index] = value;
}

void values_add(Values *values, Value value) {
    values_set(values, values->count, value);
}

Value values_at(const Values *values, size_t index) {
    if (index >= values->count) {
        return (Value){.type = VALUE_UNBOUND};
    }
    Value value = values->items[index];
    if (value.type == VALUE_TEXT || value.type == VALUE_BLOB) {
        value.bytes.data = values->bytes.data + values->offsets[index];
    }
    return value;
}
