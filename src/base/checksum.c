#include "base/checksum.h"

#include "base/bytes.h"

#define POLYNOMIAL 0xedb88320u

uint32_t checksum_crc32(const void *data, size_t size) {
    // Four bytes at a time: table[k][b] is what byte b has become after k zeros. Tables this small
    // are built faster than they are worth keeping.
    uint32_t table[4][256];
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t rest = i;
        for (int bit = 0; bit < 8; bit++) {
            rest = rest & 1 ? rest >> 1 ^ POLYNOMIAL : rest >> 1;
        }
        table[0][i] = rest;
    }
    for (int k = 1; k < 4; k++) {
        for (uint32_t i = 0; i < 256; i++) {
            const uint32_t before = table[k - 1][i];
            table[k][i] = before >> 8 ^ table[0][before & 255];
        }
    }
    const uint8_t *bytes = (const uint8_t *)data;
    uint32_t crc = ~0u;
    for (; size >= 4; size -= 4, bytes += 4) {
        crc ^= bytes_u32(bytes);
        crc = table[3][crc & 255] ^ table[2][crc >> 8 & 255] ^ table[1][crc >> 16 & 255] ^
              table[0][crc >> 24];
    }
    for (; size > 0; size--, bytes++) {
        crc = crc >> 8 ^ table[0][(crc ^ *bytes) & 255];
    }
    return ~crc;
}
