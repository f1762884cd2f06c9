#pragma once
// A network's file as text that a C compiler takes: about half as many characters as bytes.
//
// A network is 16-bit words, nearly all of them small weights, so the words are coded by how often
// they occur (asymmetric numeral systems, Duda 2009). The coder's state grows and shrinks by whole
// digits of base 91 instead of bytes, so that its digits are the printable characters that need no
// escape in a C string.
//
//      a word from -256 to 255     its symbol, 0 to 511
//      any other word              the symbol 512, then two bytes of equal frequency each
//
// pack.h is the other direction. This half goes into the file that a site compiles.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PACK_SYMBOLS 513
#define PACK_ESCAPE 512
#define PACK_TOTAL 16384u // the sum of all frequencies
#define PACK_BASE 91u
#define PACK_STATE_MIN (1u << 23) // the state stays from here to PACK_BASE times this
#define PACK_STATE_DIGITS 5       // of the state that the text begins with

// The digits in their order: printable, without the quotation mark, the backslash and the question
// mark, which begin escapes and trigraphs.
extern const char PACK_DIGITS[PACK_BASE + 1];

// Writes `size` bytes, an even number; false if the text is not what pack_words wrote.
bool unpack_words(
    const char *text, size_t text_size, const uint16_t *frequencies, uint8_t *out, size_t size);
