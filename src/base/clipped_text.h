#pragma once
// A text that anybody may make as long as he likes, in bounded memory: its beginning and its end.
//
// The beginning of a log says who is speaking, the end why it stopped; a flood between the two is
// only counted.

#include <stdint.h>

#include "base/text.h"

typedef struct ClippedText {
    size_t part_bytes;   // how much of either end is kept
    Text head;           //
    Text tail;           // a ring, once full: byte i after the head lies at i modulo its size
    uint64_t size_bytes; // all that was ever added
} ClippedText;

void clipped_init(ClippedText *text, size_t part_bytes);
void clipped_release(ClippedText *text);

void clipped_add(ClippedText *text, Slice bytes);

// Appends what was kept, with a line that counts what was not.
void clipped_format(const ClippedText *text, Text *out);
