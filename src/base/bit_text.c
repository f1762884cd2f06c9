#include "base/bit_text.h"

#include <assert.h>

#define BASE 91u
#define PAIR_MASK ((1u << BIT_TEXT_PAIR_BITS) - 1)
#define FIRST_DIGIT '#' // behind the quotation mark
#define BACKSLASH '\\'

static char digit_of(uint32_t value) {
    const char digit = (char)(FIRST_DIGIT + value);
    return digit < BACKSLASH ? digit : (char)(digit + 1);
}

// BASE for a character that is no digit.
static uint32_t value_of(char digit) {
    if (digit < FIRST_DIGIT || digit > '~' || digit == BACKSLASH) {
        return BASE;
    }
    return (uint32_t)(digit - FIRST_DIGIT) - (digit > BACKSLASH);
}

void bit_writer_init(BitWriter *writer, char *out, size_t capacity) {
    *writer = (BitWriter){.out = out, .capacity = capacity};
}

static void write_pair(BitWriter *writer) {
    const uint32_t pair = (uint32_t)writer->held & PAIR_MASK;
    if (writer->capacity - writer->size < 2) {
        writer->is_full = true;
    } else {
        writer->out[writer->size++] = digit_of(pair / BASE);
        writer->out[writer->size++] = digit_of(pair % BASE);
    }
}

void bit_write(BitWriter *writer, uint32_t value, int width) {
    assert(width <= BIT_TEXT_WIDTH_MAX && (uint64_t)value >> width == 0);
    writer->held |= (uint64_t)value << writer->held_count;
    writer->held_count += width;
    while (writer->held_count >= BIT_TEXT_PAIR_BITS) {
        write_pair(writer);
        writer->held >>= BIT_TEXT_PAIR_BITS;
        writer->held_count -= BIT_TEXT_PAIR_BITS;
    }
}

void bit_write_count(BitWriter *writer, uint32_t value) {
    assert(value > 0);
    const int width = 31 - __builtin_clz(value);
    bit_write(writer, 0, width);
    bit_write(writer, 1, 1);
    bit_write(writer, value & ((1u << width) - 1), width);
}

void bit_write_number(BitWriter *writer, uint32_t value, int low_width) {
    bit_write_count(writer, (value >> low_width) + 1);
    bit_write(writer, value & ((1u << low_width) - 1), low_width);
}

void bit_writer_align(BitWriter *writer) {
    if (writer->held_count > 0) {
        bit_write(writer, 0, BIT_TEXT_PAIR_BITS - writer->held_count);
    }
}

void bit_reader_init(BitReader *reader, Slice text) {
    *reader = (BitReader){.rest = text};
}

static uint32_t read_pair(BitReader *reader) {
    const uint32_t high = reader->rest.size < 2 ? BASE : value_of(reader->rest.data[0]);
    const uint32_t low = reader->rest.size < 2 ? BASE : value_of(reader->rest.data[1]);
    const uint32_t pair = high * BASE + low;
    if (high == BASE || low == BASE || pair > PAIR_MASK) {
        reader->is_over = true;
        return 0;
    }
    reader->rest = slice_skip(reader->rest, 2);
    return pair;
}

uint32_t bit_read(BitReader *reader, int width) {
    assert(width <= BIT_TEXT_WIDTH_MAX);
    while (reader->held_count < width) {
        reader->held |= (uint64_t)read_pair(reader) << reader->held_count;
        reader->held_count += BIT_TEXT_PAIR_BITS;
    }
    const uint32_t value = (uint32_t)(reader->held & ((UINT64_C(1) << width) - 1));
    reader->held >>= width;
    reader->held_count -= width;
    return value;
}

uint32_t bit_read_count(BitReader *reader) {
    int width = 0;
    while (bit_read(reader, 1) == 0) {
        if (reader->is_over || ++width == BIT_TEXT_WIDTH_MAX) {
            reader->is_over = true;
            return 1;
        }
    }
    return 1u << width | bit_read(reader, width);
}

uint32_t bit_read_number(BitReader *reader, int low_width) {
    const uint32_t high = bit_read_count(reader) - 1;
    return high << low_width | bit_read(reader, low_width);
}

void bit_reader_align(BitReader *reader) {
    reader->held = 0;
    reader->held_count = 0;
}
