#pragma once
// exp, log and rounding with the same bits on every machine.
//
// A search repeats itself move for move only if its floats do, and libm's exp and log differ in the
// last place from library to library. These are made of additions, multiplications, one division
// and shifts, each of which IEEE 754 defines to the bit; the build forbids the compiler to fuse
// them (-ffp-contract=off). Square roots are exact by the same standard, so sqrtf serves.
// There are no branches, so loops over them become vector code (with -fno-trapping-math).

#include <stdint.h>
#include <string.h>

static inline uint32_t portable_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float portable_float(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// To the nearest whole number, halves away from zero. |x| must be below 2^31.
static inline int portable_round(float x) {
    return (int)(x + (x < 0.0f ? -0.5f : 0.5f));
}

// e to the x, within two units in the last place; beyond -87 and 88, where a float has no room, as
// for those. Not for NaN.
static inline float portable_exp(float x) {
    // Added to a small float this leaves its nearest whole number in the lowest bits.
    const float shift = 12582912.0f; // 1.5 * 2^23
    x = x < -87.0f ? -87.0f : x;
    x = x > 88.0f ? 88.0f : x;
    // x = n ln 2 + r with |r| <= ln 2 / 2. The first part of ln 2 has so few bits that n times it
    // is exact.
    float shifted = x * 1.44269504f + shift;
    float n = shifted - shift;
    float r = (x - n * 0.693359375f) - n * -2.12194440e-4f;
    // e^r = 1 + r + r^2 q(r); q interpolates at Chebyshev's points, to 1e-8.
    float q = 0.0013926184f;
    q = q * r + 0.008363179f;
    q = q * r + 0.041666555f;
    q = q * r + 0.16666577f;
    q = q * r + 0.5f;
    float power = r * r * q + r + 1.0f;
    return portable_float(portable_bits(power) + (portable_bits(shifted) << 23));
}

// The natural logarithm, within two units in the last place. For positive normal numbers only.
static inline float portable_log(float x) {
    // x = 2^k m with m between sqrt(1/2) and sqrt(2), whose bits begin at 0x3f3504f3.
    uint32_t bits = portable_bits(x) - 0x3f3504f3u;
    float k = (float)((int32_t)bits >> 23);
    float f = portable_float((bits & 0x7fffffu) + 0x3f3504f3u) - 1.0f;
    // log(1 + f) = 2 artanh(s) = 2 s + s^3 p(s^2); p interpolates at Chebyshev's points, to 3e-9.
    float s = f / (2.0f + f);
    float z = s * s;
    float p = (0.29580986f * z + 0.39988758f) * z + 0.66666685f;
    return k * 0.693359375f + (s * z * p + k * -2.12194440e-4f + 2.0f * s);
}
