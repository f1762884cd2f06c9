#pragma once
// Values that go into a statement or come out of it: a growing list, whose bytes it owns.
//
// Rows are such a list too: the cells of the first row, then those of the second.

#include <stdint.h>

#include "base/text.h"

typedef enum ValueType {
    VALUE_UNBOUND, // a parameter that nobody has set
    VALUE_NULL,
    VALUE_INT,
    VALUE_REAL,
    VALUE_TEXT,
    VALUE_BLOB,
} ValueType;

typedef struct Value {
    ValueType type;
    int64_t integer;
    double real;
    Slice bytes; // of a text or a blob; terminated
} Value;

typedef struct Values {
    Value *items; // bytes.data is not set: the bytes move when they grow
    size_t *offsets;
    size_t count;
    size_t capacity;
    Text bytes;
} Values;

void values_init(Values *values);
void values_release(Values *values);
void values_clear(Values *values);

// Sets a value, whose bytes are copied. The list grows as needed by unbound ones.
void values_set(Values *values, size_t index, Value value);
void values_add(Values *values, Value value);

// The bytes last until the list is changed. What lies behind its end is unbound.
Value values_at(const Values *values, size_t index);
