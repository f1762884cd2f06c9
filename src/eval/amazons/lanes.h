#pragma once
// Vectors of machine words, for the files of this folder.
//
// They are GCC's vector extensions: the same source becomes AVX-512 or AVX2 where a level has
// it, and plain instructions elsewhere, with the same result bit for bit. Only what GCC makes slow
// code of is written more than once: shuffles, counts of members, and shifts over two words.

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/cpu.h"

#ifdef __AVX2__
#include <immintrin.h>
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
#endif

// GCC warns of vectors passed to functions before it inlines them.
#pragma GCC diagnostic ignored "-Wpsabi"

// For parts of a long calculation that share little: compilers of WebAssembly find no registers
// for the whole of it.
#ifdef __wasm__
#define APART static __attribute__((noinline))
#else
#define APART INLINE
#endif

// One set for each of four directions, or of four amazons.
typedef uint64_t Lanes __attribute__((vector_size(32)));

// One set for each side: lane 0 for the side to move, lane 1 for its opponent.
typedef uint64_t Pair __attribute__((vector_size(16)));

// One set for each of several boards, as many as a register holds.
#ifdef IMMURE_AVX512
#define WIDE_COUNT 8
typedef uint64_t Wide __attribute__((vector_size(64)));
#elif defined __AVX2__
#define WIDE_COUNT 4
typedef Lanes Wide;
#else
#define WIDE_COUNT 2
typedef Pair Wide;
#endif

// Small numbers of 16 squares.
typedef int16_t Shorts __attribute__((vector_size(32)));
typedef int32_t Ints __attribute__((vector_size(32)));
#define SHORTS_COUNT 16

// Whether each lane should be shifted by a count of its own. WebAssembly does that lane by lane,
// and is faster where all lanes shift alike; the base level of x86-64 gains nothing by it.
#ifdef __wasm__
#define LANES_SHIFT_APART 0
#else
#define LANES_SHIFT_APART 1
#endif

INLINE Lanes lanes_of(uint64_t word) {
    return (Lanes){word, word, word, word};
}

#ifdef __wasm_simd128__
// The halves, which are registers of their own.
INLINE Pair lanes_low(Lanes lanes) {
    return __builtin_shufflevector(lanes, lanes, 0, 1);
}
INLINE Pair lanes_high(Lanes lanes) {
    return __builtin_shufflevector(lanes, lanes, 2, 3);
}
#endif

// The union of the four lanes, in each lane.
INLINE Lanes lanes_united(Lanes lanes) {
#ifdef __AVX2__
    lanes |= __builtin_shufflevector(lanes, lanes, 2, 3, 0, 1);
    return lanes | __builtin_shufflevector(lanes, lanes, 1, 0, 3, 2);
#else
    return lanes_of(lanes[0] | lanes[1] | lanes[2] | lanes[3]);
#endif
}

// The union of the four lanes.
INLINE uint64_t lanes_union(Lanes lanes) {
#ifdef __AVX2__
    const Pair half = (Pair)_mm256_castsi256_si128((__m256i)lanes) |
                      (Pair)_mm256_extracti128_si256((__m256i)lanes, 1);
    return half[0] | half[1];
#elif defined __wasm_simd128__
    const Pair half = lanes_low(lanes) | lanes_high(lanes);
    return half[0] | half[1];
#else
    return lanes[0] | lanes[1] | lanes[2] | lanes[3];
#endif
}

// How many of the four lanes have a bit set.
INLINE int lanes_members(Lanes lanes, int bit) {
#ifdef __AVX2__
    const __m256i top = _mm256_sll_epi64((__m256i)lanes, _mm_cvtsi32_si128(63 - bit));
    return __builtin_popcount((unsigned)_mm256_movemask_pd((__m256d)top));
#elif defined __wasm_simd128__
    const Pair members = (lanes_low(lanes) >> bit & 1) + (lanes_high(lanes) >> bit & 1);
    return (int)(members[0] + members[1]);
#else
    int count = 0;
    for (int i = 0; i < 4; i++) {
        count += (int)(lanes[i] >> bit & 1);
    }
    return count;
#endif
}

INLINE Wide wide_of(uint64_t word) {
#ifdef IMMURE_AVX512
    return (Wide)_mm512_set1_epi64((long long)word);
#elif defined __AVX2__
    return lanes_of(word);
#else
    return (Wide){word, word};
#endif
}

// Shifts by 1 to 63. What comes in is the end of the word below, or the beginning of the one above.
// With VBMI2 that is one instruction for a constant, which clang finds by itself.
#if defined IMMURE_AVX512 && !defined __clang__
#define WIDE_SHIFTS_TWO 1
#else
#define WIDE_SHIFTS_TWO 0
#endif
INLINE Wide wide_shift_up(Wide word, Wide below, int step) {
#if WIDE_SHIFTS_TWO
    if (__builtin_constant_p(step)) {
        return (Wide)_mm512_shldi_epi64((__m512i)word, (__m512i)below, step);
    }
#endif
    return word << step | below >> (64 - step);
}
INLINE Wide wide_shift_down(Wide word, Wide above, int step) {
#if WIDE_SHIFTS_TWO
    if (__builtin_constant_p(step)) {
        return (Wide)_mm512_shrdi_epi64((__m512i)word, (__m512i)above, step);
    }
#endif
    return word >> step | above << (64 - step);
}

INLINE void wide_store(Wide wide, int64_t out[WIDE_COUNT]) {
    memcpy(out, &wide, sizeof wide);
}

INLINE bool wide_any(Wide wide) {
#ifdef IMMURE_AVX512
    return _mm512_test_epi64_mask((__m512i)wide, (__m512i)wide) != 0;
#elif defined __AVX2__
    return !_mm256_testz_si256((__m256i)wide, (__m256i)wide);
#elif defined __wasm_simd128__
    return wasm_v128_any_true((v128_t)wide);
#else
    return (wide[0] | wide[1]) != 0;
#endif
}

#ifdef IMMURE_AVX512
// The number of members of each lane.
INLINE Wide wide_counts(Wide wide) {
    return (Wide)_mm512_popcnt_epi64((__m512i)wide);
}

// Joins pairs of lanes of two vectors, and puts each four at every other place.
INLINE void wide_join(const Wide v[2], Lanes out[WIDE_COUNT - 1]) {
    const __m512i low = (__m512i)__builtin_shufflevector(v[0], v[1], 0, 1, 8, 9, 2, 3, 10, 11);
    const __m512i high = (__m512i)__builtin_shufflevector(v[0], v[1], 4, 5, 12, 13, 6, 7, 14, 15);
    out[0] = (Lanes)_mm512_castsi512_si256(low);
    out[2] = (Lanes)_mm512_extracti64x4_epi64(low, 1);
    out[4] = (Lanes)_mm512_castsi512_si256(high);
    out[6] = (Lanes)_mm512_extracti64x4_epi64(high, 1);
}
#endif

// From four sets of each board to boards with their four sets: lane i of vector j becomes lane j of
// vector i.
INLINE void wide_transpose(const Wide v[4], Lanes out[WIDE_COUNT]) {
#ifdef IMMURE_AVX512
    const Wide even[2] = {
        __builtin_shufflevector(v[0], v[1], 0, 8, 2, 10, 4, 12, 6, 14),
        __builtin_shufflevector(v[2], v[3], 0, 8, 2, 10, 4, 12, 6, 14),
    };
    const Wide odd[2] = {
        __builtin_shufflevector(v[0], v[1], 1, 9, 3, 11, 5, 13, 7, 15),
        __builtin_shufflevector(v[2], v[3], 1, 9, 3, 11, 5, 13, 7, 15),
    };
    wide_join(even, &out[0]);
    wide_join(odd, &out[1]);
#elif defined __AVX2__
    const Lanes a = __builtin_shufflevector(v[0], v[1], 0, 4, 2, 6);
    const Lanes b = __builtin_shufflevector(v[0], v[1], 1, 5, 3, 7);
    const Lanes c = __builtin_shufflevector(v[2], v[3], 0, 4, 2, 6);
    const Lanes d = __builtin_shufflevector(v[2], v[3], 1, 5, 3, 7);
    out[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    out[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    out[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    out[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
#else
    for (int i = 0; i < WIDE_COUNT; i++) {
        out[i] = (Lanes){v[0][i], v[1][i], v[2][i], v[3][i]};
    }
#endif
}

// -1 for each of 16 squares that is a member, 0 for the others.
INLINE Shorts shorts_members(uint16_t bits) {
    const Shorts BIT = {
        1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, INT16_MIN};
    const int16_t b = (int16_t)bits;
    return ((Shorts){b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b} & BIT) == BIT;
}

// The sum of each of eight vectors, in the lane of its number. With AVX2 two vectors are laid side
// by side in halves and added, first by single lanes, then by pairs and by fours:
//
//      a a a a a a a a        a b a b a b a b        a b c d a b c d
//      b b b b b b b b   ->   c d c d c d c d   ->        ...         ->   a b c d e f g h
INLINE Shorts shorts_sums(const Shorts v[8]) {
#ifdef __AVX2__
    Ints one[4];
    Lanes two[2];
    for (int i = 0; i < 4; i++) {
        const Shorts a = v[2 * i];
        const Shorts b = v[2 * i + 1];
        // clang-format off
        one[i] = (Ints)(__builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19,
                                                8, 24, 9, 25, 10, 26, 11, 27) +
                        __builtin_shufflevector(a, b, 4, 20, 5, 21, 6, 22, 7, 23,
                                                12, 28, 13, 29, 14, 30, 15, 31));
        // clang-format on
    }
    for (int i = 0; i < 2; i++) {
        const Ints a = one[2 * i];
        const Ints b = one[2 * i + 1];
        two[i] = (Lanes)((Shorts)__builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13) +
                         (Shorts)__builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15));
    }
    const Shorts four = (Shorts)__builtin_shufflevector(two[0], two[1], 0, 4, 2, 6) +
                        (Shorts)__builtin_shufflevector(two[0], two[1], 1, 5, 3, 7);
    return four + (Shorts)__builtin_shufflevector((Lanes)four, (Lanes)four, 2, 3, 0, 1);
#elif defined __wasm__
    // The same in registers of half the width.
    typedef int16_t Shorts8 __attribute__((vector_size(16)));
    typedef int32_t Ints4 __attribute__((vector_size(16)));
    Shorts8 half[8];
    Ints4 one[4];
    Pair two[2];
    for (int i = 0; i < 8; i++) {
        half[i] = __builtin_shufflevector(v[i], v[i], 0, 1, 2, 3, 4, 5, 6, 7) +
                  __builtin_shufflevector(v[i], v[i], 8, 9, 10, 11, 12, 13, 14, 15);
    }
    for (int i = 0; i < 4; i++) {
        const Shorts8 a = half[2 * i];
        const Shorts8 b = half[2 * i + 1];
        one[i] = (Ints4)(__builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11) +
                         __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15));
    }
    for (int i = 0; i < 2; i++) {
        const Ints4 a = one[2 * i];
        const Ints4 b = one[2 * i + 1];
        two[i] = (Pair)((Shorts8)__builtin_shufflevector(a, b, 0, 4, 1, 5) +
                        (Shorts8)__builtin_shufflevector(a, b, 2, 6, 3, 7));
    }
    const Shorts8 sums = (Shorts8)__builtin_shufflevector(two[0], two[1], 0, 2) +
                         (Shorts8)__builtin_shufflevector(two[0], two[1], 1, 3);
    return __builtin_shufflevector(
        sums, sums, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#else
    Shorts sums = {0};
    for (int i = 0; i < 8; i++) {
        int sum = 0;
        for (int lane = 0; lane < SHORTS_COUNT; lane++) {
            sum += v[i][lane];
        }
        sums[i] = (int16_t)sum;
    }
    return sums;
#endif
}
