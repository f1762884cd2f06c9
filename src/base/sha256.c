#include "base/sha256.h"

#include <sodium.h>
#include <string.h>

_Static_assert(SHA256_BYTES == crypto_hash_sha256_BYTES, "as the library has it");

Sha256 sha256_of(Slice bytes) {
    Sha256 hash;
    crypto_hash_sha256(hash.bytes, (const unsigned char *)bytes.data, bytes.size);
    return hash;
}

bool sha256_equal(const Sha256 *left, const Sha256 *right) {
    return memcmp(left->bytes, right->bytes, SHA256_BYTES) == 0;
}

Slice sha256_slice(const Sha256 *hash) {
    return (Slice){(const char *)hash->bytes, SHA256_BYTES};
}

const char *sha256_hex(const Sha256 *hash, char out[SHA256_TEXT_SIZE]) {
    return sodium_bin2hex(out, SHA256_TEXT_SIZE, hash->bytes, SHA256_BYTES);
}

const char *sha256_text(Slice bytes, char out[SHA256_TEXT_SIZE]) {
    Sha256 hash = sha256_of(bytes);
    return sha256_hex(&hash, out);
}

bool sha256_parse(Slice text, Sha256 *out) {
    static const char DIGITS[] = "0123456789abcdef";
    if (text.size != SHA256_TEXT_LENGTH) {
        return false;
    }
    Sha256 hash;
    for (size_t i = 0; i < text.size; i++) {
        const char *digit = memchr(DIGITS, text.data[i], 16);
        if (!digit) {
            return false;
        }
        int value = (int)(digit - DIGITS);
        hash.bytes[i / 2] = (uint8_t)(i % 2 ? hash.bytes[i / 2] | value : value << 4);
    }
    *out = hash;
    return true;
}

bool sha256_is_text(Slice text) {
    Sha256 hash;
    return sha256_parse(text, &hash);
}
