#pragma once
// Texts as code points.

#include <stdint.h>

#include "base/text.h"

#define UTF8_REPLACEMENT 0xfffdu // what stands for bytes that are no UTF-8

// Takes the next code point off a text that is not empty. A byte that begins no UTF-8 is U+FFFD,
// and so is a surrogate.
uint32_t utf8_next(Slice *rest);

// Appends a stranger's text as one that any terminal, page and database takes: bytes that are no
// UTF-8 and control characters but for line feeds and tabs become U+FFFD, carriage returns nothing.
void utf8_clean(Text *out, Slice bytes);

// Appends a code point; a surrogate becomes the three bytes of its number, which is no UTF-8.
void utf8_add(Text *out, uint32_t code_point);
