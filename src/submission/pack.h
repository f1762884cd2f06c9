#pragma once
// Writes a network's file as text: see unpack.h.

#include "base/text.h"
#include "submission/unpack.h"

// Adds the digits of `bytes`, whose size is even, and fills the frequencies that they need.
void pack_words(Slice bytes, uint16_t frequencies[PACK_SYMBOLS], Text *out);
