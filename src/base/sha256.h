#pragma once
// SHA-256 (libsodium): the name by which files are kept and sent.
//
// Everywhere outside a program such a name is text: 64 hexadecimal digits in lower case.

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"

#define SHA256_BYTES 32
#define SHA256_TEXT_LENGTH 64
#define SHA256_TEXT_SIZE (SHA256_TEXT_LENGTH + 1) // with its terminator

typedef struct Sha256 {
    uint8_t bytes[SHA256_BYTES];
} Sha256;

Sha256 sha256_of(Slice bytes);

bool sha256_equal(const Sha256 *left, const Sha256 *right);
Slice sha256_slice(const Sha256 *hash);

// These return `out`: the text of a hash, or of the hash of some bytes.
const char *sha256_hex(const Sha256 *hash, char out[SHA256_TEXT_SIZE]);
const char *sha256_text(Slice bytes, char out[SHA256_TEXT_SIZE]);

// Reads such a name, and nothing else.
bool sha256_parse(Slice text, Sha256 *out);

// Whether a text is such a name.
bool sha256_is_text(Slice text);
