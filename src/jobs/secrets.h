#pragma once
// Secrets that are shown once and kept as a hash: tokens, keys of hosts, attempts.

#include "base/sha256.h"

#define SECRET_SIZE 65 // with the terminator

// 32 random bytes as hexadecimal digits.
void secret_make(char out[SECRET_SIZE]);

// What is kept of it.
Sha256 secret_hash(Slice secret);
