#pragma once
// Whole numbers in files: little-endian on every machine.

#include <stdint.h>

#include "base/text.h"

static inline uint16_t bytes_u16(const uint8_t *at) {
    return (uint16_t)(at[0] | at[1] << 8);
}

static inline uint32_t bytes_u32(const uint8_t *at) {
    return (uint32_t)bytes_u16(at) | (uint32_t)bytes_u16(at + 2) << 16;
}

// These return where the next one goes.

static inline uint8_t *bytes_put_u16(uint8_t *at, uint16_t number) {
    at[0] = (uint8_t)number;
    at[1] = (uint8_t)(number >> 8);
    return at + 2;
}

static inline uint8_t *bytes_put_u32(uint8_t *at, uint32_t number) {
    return bytes_put_u16(bytes_put_u16(at, (uint16_t)number), (uint16_t)(number >> 16));
}

// The same at the end of a growing string.

static inline void bytes_add_u16(Text *out, uint16_t number) {
    uint8_t bytes[2];
    bytes_put_u16(bytes, number);
    text_add_slice(out, (Slice){(const char *)bytes, sizeof bytes});
}

static inline void bytes_add_u32(Text *out, uint32_t number) {
    bytes_add_u16(out, (uint16_t)number);
    bytes_add_u16(out, (uint16_t)(number >> 16));
}
