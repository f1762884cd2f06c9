#include "base/sha256.h"

#include <sodium.h>

_Static_assert(SHA256_BYTES == crypto_hash_sha256_BYTES, "as the library has it");

void sha256(Slice bytes, uint8_t out[SHA256_BYTES]) {
    crypto_hash_sha256(out, (const unsigned char *)bytes.data, bytes.size);
}

const char *sha256_text(Slice bytes, char out[SHA256_TEXT_SIZE]) {
    uint8_t hash[SHA256_BYTES];
    sha256(bytes, hash);
    return sodium_bin2hex(out, SHA256_TEXT_SIZE, hash, sizeof hash);
}

bool sha256_is_text(Slice text) {
    if (text.size != SHA256_TEXT_LENGTH) {
        return false;
    }
    for (size_t i = 0; i < text.size; i++) {
        char byte = text.data[i];
        if (!((byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f'))) {
            return false;
        }
    }
    return true;
}
