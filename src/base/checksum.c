#include "base/checksum.h"

#define POLYNOMIAL 0xedb88320u

uint32_t checksum_crc32(const void *data, size_t size) {
    // Four bits at a time: a table this small is built faster than it is worth keeping.
    uint32_t table[16];
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t rest = i;
        for (int bit = 0; bit < 4; bit++) {
            rest = rest & 1 ? rest >> 1 ^ POLYNOMIAL : rest >> 1;
        }
        table[i] = rest;
    }
    const uint8_t *bytes = (const uint8_t *)data;
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}
