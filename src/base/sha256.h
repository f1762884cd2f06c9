#pragma once
// SHA-256 (libsodium): the name by which files are kept and sent.
//
// Everywhere outside a program such a name is text: 64 hexadecimal digits in lower case.

#include <stdint.h>

#include "base/slice.h"

#define SHA256_BYTES 32
#define SHA256_TEXT_LENGTH 64
#define SHA256_TEXT_SIZE (SHA256_TEXT_LENGTH + 1) // with its terminator

void sha256(Slice bytes, uint8_t out[SHA256_BYTES]);

// Returns `out`.
const char *sha256_text(Slice bytes, char out[SHA256_TEXT_SIZE]);

// Whether a text is such a name.
bool sha256_is_text(Slice text);
