#pragma once
// Bits as printable text, for places that store one line: 13 bits in two characters of base 91,
// which are none of blanks, quotation marks and backslashes.
//
// A writer fills memory of its caller and remembers that it was too small; a reader remembers that
// the text ended or held another character, and reads zeros from then on. So both are checked once,
// at the end.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

#define BIT_TEXT_PAIR_BITS 13
#define BIT_TEXT_WIDTH_MAX 32 // bits at a time

typedef struct BitWriter {
    char *out;
    size_t capacity;
    size_t size; // characters so far
    bool is_full;
    uint64_t held; // bits that fill no pair yet
    int held_count;
} BitWriter;

typedef struct BitReader {
    Slice rest;
    bool is_over; // something was read that was not there
    uint64_t held;
    int held_count;
} BitReader;

void bit_writer_init(BitWriter *writer, char *out, size_t capacity);
void bit_write(BitWriter *writer, uint32_t value, int width);
// A number from 1 on, in few bits if it is small (Elias gamma).
void bit_write_count(BitWriter *writer, uint32_t value);
// A number from 0 on that is mostly below 1 << low_width: in one bit more than that, otherwise in
// some more (exponential Golomb).
void bit_write_number(BitWriter *writer, uint32_t value, int low_width);
// Fills the last pair with zeros, so that what follows begins with a character.
void bit_writer_align(BitWriter *writer);

void bit_reader_init(BitReader *reader, Slice text);
uint32_t bit_read(BitReader *reader, int width);
uint32_t bit_read_count(BitReader *reader);
uint32_t bit_read_number(BitReader *reader, int low_width);
void bit_reader_align(BitReader *reader);
