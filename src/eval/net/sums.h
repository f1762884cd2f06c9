#pragma once
// The arithmetic of a network's hidden layer, for the kernels of both games: sums of rows of
// weights, and the step from sums to a value.
//
// The sums of a position are those of a similar one with some rows added and some subtracted:
//
//      sums_load, then sums_add and sums_subtract, then sums_weigh or sums_store
//
// `units` is the number of hidden units. Callers hand in a constant where they can, and all is
// inlined. With AVX2 the sums of a position then live in registers while rows come in. Narrower
// registers cannot hold them: there the rows are listed, and at the end the sums are worked out
// part by part, in parts that fit. The vectors are GCC's, so every level has the same source but
// for the last step, and the same result to the last bit: sums wrap round, and nothing else can.

#include <string.h>

#include "eval/net/network.h"

#ifdef __AVX2__
#include <immintrin.h>
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
#elif defined __SSE2__
#include <emmintrin.h>
#endif

#ifdef __AVX2__
#define SUMS_VECTOR_UNITS 16
#define SUMS_PART_UNITS NETWORK_HIDDEN_MAX // all at once
#else
#define SUMS_VECTOR_UNITS 8
#define SUMS_PART_UNITS 64 // half of the registers
#endif

#define SUMS_INLINE static inline __attribute__((always_inline))

typedef uint16_t SumVector __attribute__((vector_size(2 * SUMS_VECTOR_UNITS)));

// Some of the sums, in registers.
typedef struct SumsPart {
    SumVector vector[SUMS_PART_UNITS / SUMS_VECTOR_UNITS];
} SumsPart;

// All of them, in memory.
typedef struct SumsRow {
    _Alignas(32) int16_t unit[NETWORK_HIDDEN_MAX];
} SumsRow;

SUMS_INLINE const int16_t *sums_row(const Network *network, int units, int input) {
    return network->input + (size_t)input * (size_t)units;
}

// Rows are aligned.
SUMS_INLINE SumVector sums_vector(const int16_t *row, int i) {
    enum { BYTES = sizeof(SumVector) };
    SumVector vector;
    memcpy(&vector, __builtin_assume_aligned(row + i * SUMS_VECTOR_UNITS, BYTES), BYTES);
    return vector;
}

SUMS_INLINE void part_load(SumsPart *part, const int16_t *row, int units) {
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        part->vector[i] = sums_vector(row, i);
    }
}

SUMS_INLINE void part_store(const SumsPart *part, int16_t *row, int units) {
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        memcpy(row + i * SUMS_VECTOR_UNITS, &part->vector[i], sizeof(SumVector));
    }
}

SUMS_INLINE void part_add(SumsPart *part, const int16_t *row, int units) {
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        part->vector[i] += sums_vector(row, i);
    }
}

SUMS_INLINE void part_subtract(SumsPart *part, const int16_t *row, int units) {
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        part->vector[i] -= sums_vector(row, i);
    }
}

SUMS_INLINE void part_exchange(
    SumsPart *part, const int16_t *removed, const int16_t *added, int units) {
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        part->vector[i] += sums_vector(added, i) - sums_vector(removed, i);
    }
}

// A part's share of the sum that network_finish asks for. A clipped sum times a weight fits 16 bits
// (255 * 127), and all of them together fit 32 (256 * 255^2 * 127).
SUMS_INLINE int32_t part_weigh(const SumsPart *part, const int16_t *weights, int units) {
#ifdef __AVX2__
    const __m256i one = _mm256_set1_epi16(NETWORK_ONE);
    __m256i total = _mm256_setzero_si256();
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        __m256i clipped = _mm256_max_epi16((__m256i)part->vector[i], _mm256_setzero_si256());
        clipped = _mm256_min_epi16(clipped, one);
        const __m256i weighed = _mm256_mullo_epi16(clipped, (__m256i)sums_vector(weights, i));
        total = _mm256_add_epi32(total, _mm256_madd_epi16(weighed, clipped));
    }
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1)));
#elif defined __wasm_simd128__
    const v128_t one = wasm_i16x8_const_splat(NETWORK_ONE);
    const v128_t zero = wasm_i16x8_const_splat(0);
    v128_t total = wasm_i32x4_const_splat(0);
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        const v128_t clipped = wasm_i16x8_min(wasm_i16x8_max((v128_t)part->vector[i], zero), one);
        const v128_t weighed = wasm_i16x8_mul(clipped, (v128_t)sums_vector(weights, i));
        total = wasm_i32x4_add(total, wasm_i32x4_dot_i16x8(weighed, clipped));
    }
    return wasm_i32x4_extract_lane(total, 0) + wasm_i32x4_extract_lane(total, 1) +
           wasm_i32x4_extract_lane(total, 2) + wasm_i32x4_extract_lane(total, 3);
#elif defined __SSE2__
    const __m128i one = _mm_set1_epi16(NETWORK_ONE);
    __m128i total = _mm_setzero_si128();
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        __m128i clipped = _mm_max_epi16((__m128i)part->vector[i], _mm_setzero_si128());
        clipped = _mm_min_epi16(clipped, one);
        const __m128i weighed = _mm_mullo_epi16(clipped, (__m128i)sums_vector(weights, i));
        total = _mm_add_epi32(total, _mm_madd_epi16(weighed, clipped));
    }
    total = _mm_add_epi32(total, _mm_shuffle_epi32(total, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(total, _mm_shuffle_epi32(total, 0xb1)));
#else
    int32_t total = 0;
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        for (int lane = 0; lane < SUMS_VECTOR_UNITS; lane++) {
            const int sum = (int16_t)part->vector[i][lane];
            const int clipped = sum < 0 ? 0 : sum > NETWORK_ONE ? NETWORK_ONE : sum;
            total += clipped * clipped * weights[i * SUMS_VECTOR_UNITS + lane];
        }
    }
    return total;
#endif
}

#ifdef __AVX2__

typedef SumsPart Sums;

SUMS_INLINE void sums_load(Sums *sums, const int16_t *row, int units) {
    part_load(sums, row, units);
}

SUMS_INLINE void sums_add(Sums *sums, const int16_t *row, int units) {
    part_add(sums, row, units);
}

SUMS_INLINE void sums_subtract(Sums *sums, const int16_t *row, int units) {
    part_subtract(sums, row, units);
}

SUMS_INLINE void sums_exchange(
    Sums *sums, const int16_t *removed, const int16_t *added, int units) {
    part_exchange(sums, removed, added, units);
}

SUMS_INLINE void sums_store(Sums *sums, int16_t *row, int units) {
    part_store(sums, row, units);
}

SUMS_INLINE int32_t sums_weigh(const Sums *sums, const int16_t *weights, int units) {
    return part_weigh(sums, weights, units);
}

#else

// What the sums will be: those of `from`, and rows to be added and subtracted.
typedef struct Sums {
    const int16_t *from;
    size_t added_count;
    size_t removed_count;
    const int16_t *added[NETWORK_ACTIVE_MAX];
    const int16_t *removed[NETWORK_ACTIVE_MAX];
} Sums;

// `row` has to stay as it is until the sums are stored or weighed.
SUMS_INLINE void sums_load(Sums *sums, const int16_t *row, int units) {
    (void)units;
    sums->from = row;
    sums->added_count = sums->removed_count = 0;
}

SUMS_INLINE void sums_add(Sums *sums, const int16_t *row, int units) {
    (void)units;
    sums->added[sums->added_count++] = row;
}

SUMS_INLINE void sums_subtract(Sums *sums, const int16_t *row, int units) {
    (void)units;
    sums->removed[sums->removed_count++] = row;
}

SUMS_INLINE void sums_exchange(
    Sums *sums, const int16_t *removed, const int16_t *added, int units) {
    sums_subtract(sums, removed, units);
    sums_add(sums, added, units);
}

// The part that begins with a unit.
SUMS_INLINE SumsPart sums_part(const Sums *sums, int first, int units) {
    SumsPart part = {0};
    part_load(&part, sums->from + first, units);
    size_t i = 0;
    for (; i < sums->added_count && i < sums->removed_count; i++) {
        part_exchange(&part, sums->removed[i] + first, sums->added[i] + first, units);
    }
    for (size_t j = i; j < sums->added_count; j++) {
        part_add(&part, sums->added[j] + first, units);
    }
    for (size_t j = i; j < sums->removed_count; j++) {
        part_subtract(&part, sums->removed[j] + first, units);
    }
    return part;
}

SUMS_INLINE int sums_part_units(int units, int first) {
    return units - first < SUMS_PART_UNITS ? units - first : SUMS_PART_UNITS;
}

SUMS_INLINE void sums_store_units(const Sums *sums, int16_t *row, int units) {
    for (int first = 0; first < units; first += SUMS_PART_UNITS) {
        const int part_units = sums_part_units(units, first);
        const SumsPart part = sums_part(sums, first, part_units);
        part_store(&part, row + first, part_units);
    }
}

SUMS_INLINE int32_t sums_weigh_units(const Sums *sums, const int16_t *weights, int units) {
    int32_t total = 0;
    for (int first = 0; first < units; first += SUMS_PART_UNITS) {
        const int part_units = sums_part_units(units, first);
        const SumsPart part = sums_part(sums, first, part_units);
        total += part_weigh(&part, weights + first, part_units);
    }
    return total;
}

// Functions of their own for each usual number of hidden units: compilers of WebAssembly find no
// registers for the parts within anything larger.
#define SUMS_FOR_UNITS(name, constant)                                                             \
    __attribute__((noinline, unused)) static void sums_store_##name(                               \
        const Sums *sums, int16_t *row, int units) {                                               \
        (void)units;                                                                               \
        sums_store_units(sums, row, constant);                                                     \
    }                                                                                              \
    __attribute__((noinline, unused)) static int32_t sums_weigh_##name(                            \
        const Sums *sums, const int16_t *weights, int units) {                                     \
        (void)units;                                                                               \
        return sums_weigh_units(sums, weights, constant);                                          \
    }
SUMS_FOR_UNITS(64, 64)
SUMS_FOR_UNITS(128, 128)
SUMS_FOR_UNITS(any, units)
#undef SUMS_FOR_UNITS

// Into a row, which may be the one that they come from; rows may be added to them further on.
SUMS_INLINE void sums_store(Sums *sums, int16_t *row, int units) {
    switch (units) {
    case 64:
        sums_store_64(sums, row, units);
        break;
    case 128:
        sums_store_128(sums, row, units);
        break;
    default:
        sums_store_any(sums, row, units);
    }
    sums_load(sums, row, units);
}

// The sum over hidden units that network_finish asks for.
SUMS_INLINE int32_t sums_weigh(const Sums *sums, const int16_t *weights, int units) {
    switch (units) {
    case 64:
        return sums_weigh_64(sums, weights, units);
    case 128:
        return sums_weigh_128(sums, weights, units);
    default:
        return sums_weigh_any(sums, weights, units);
    }
}

#endif
