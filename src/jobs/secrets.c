#include "jobs/secrets.h"

#include <sodium.h>

void secret_make(char out[SECRET_SIZE]) {
    uint8_t bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(out, SECRET_SIZE, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
}

Sha256 secret_hash(Slice secret) {
    return sha256_of(secret);
}
