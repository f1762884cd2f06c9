#pragma once
// The arithmetic of the first layer: sums of rows of weights, and the step from sums to a value.
//
// `units` is the number of hidden units. Callers hand in a constant where they can, and as all is
// inlined the sums of a position then live in registers while rows are added. Without AVX2 this is
// plain C, with the same result to the last bit: sums wrap round, and nothing else can.

#include "eval/net/network.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

#define SUMS_INLINE static inline __attribute__((always_inline))
#define SUMS_VECTOR_UNITS 16

typedef struct Sums {
    _Alignas(32) int16_t unit[NETWORK_HIDDEN_MAX];
} Sums;

// Inputs that are on, or that go on or off.
typedef struct InputList {
    size_t count;
    uint16_t input[NETWORK_ACTIVE_MAX];
} InputList;

SUMS_INLINE void list_put(InputList *list, int input) {
    list->input[list->count++] = (uint16_t)input;
}

SUMS_INLINE const int16_t *sums_row(const Network *network, int units, int input) {
    return network->input + (size_t)input * (size_t)units;
}

#ifdef __AVX2__

typedef struct SumVectors {
    __m256i part[NETWORK_HIDDEN_MAX / SUMS_VECTOR_UNITS];
} SumVectors;

SUMS_INLINE __m256i sums_part(const int16_t *row, int i) {
    return _mm256_load_si256((const __m256i *)row + i);
}

SUMS_INLINE void sums_add_row(SumVectors *sums, const int16_t *row, int units) {
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        sums->part[i] = _mm256_add_epi16(sums->part[i], sums_part(row, i));
    }
}

SUMS_INLINE void sums_subtract_row(SumVectors *sums, const int16_t *row, int units) {
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        sums->part[i] = _mm256_sub_epi16(sums->part[i], sums_part(row, i));
    }
}

SUMS_INLINE void sums_load(SumVectors *sums, const int16_t *row, int units) {
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        sums->part[i] = sums_part(row, i);
    }
}

SUMS_INLINE void sums_store(const SumVectors *sums, int units, int16_t *row) {
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        _mm256_store_si256((__m256i *)row + i, sums->part[i]);
    }
}

// A clipped sum times a weight fits 16 bits: 255 * 127 < 32768.
SUMS_INLINE int64_t sums_weigh(const SumVectors *sums, const int16_t *weights, int units) {
    const __m256i one = _mm256_set1_epi16(NETWORK_ONE);
    __m256i total = _mm256_setzero_si256();
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        __m256i clipped = _mm256_max_epi16(sums->part[i], _mm256_setzero_si256());
        clipped = _mm256_min_epi16(clipped, one);
        const __m256i weighed = _mm256_mullo_epi16(clipped, sums_part(weights, i));
        total = _mm256_add_epi32(total, _mm256_madd_epi16(weighed, clipped));
    }
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1));
    return _mm_cvtsi128_si32(sum);
}

#else

typedef Sums SumVectors;

SUMS_INLINE void sums_add_row(SumVectors *sums, const int16_t *row, int units) {
    for (int i = 0; i < units; i++) {
        sums->unit[i] = (int16_t)(uint16_t)(sums->unit[i] + row[i]);
    }
}

SUMS_INLINE void sums_subtract_row(SumVectors *sums, const int16_t *row, int units) {
    for (int i = 0; i < units; i++) {
        sums->unit[i] = (int16_t)(uint16_t)(sums->unit[i] - row[i]);
    }
}

SUMS_INLINE void sums_load(SumVectors *sums, const int16_t *row, int units) {
    for (int i = 0; i < units; i++) {
        sums->unit[i] = row[i];
    }
}

SUMS_INLINE void sums_store(const SumVectors *sums, int units, int16_t *row) {
    for (int i = 0; i < units; i++) {
        row[i] = sums->unit[i];
    }
}

SUMS_INLINE int64_t sums_weigh(const SumVectors *sums, const int16_t *weights, int units) {
    int32_t total = 0; // at most 256 * 255^2 * 127, which fits
    for (int i = 0; i < units; i++) {
        const int16_t sum = sums->unit[i];
        const int16_t clipped = (int16_t)(sum < 0 ? 0 : sum > NETWORK_ONE ? NETWORK_ONE : sum);
        const int16_t weighed = (int16_t)(clipped * weights[i]);
        total += weighed * clipped;
    }
    return total;
}

#endif

SUMS_INLINE void sums_change(SumVectors *sums, const Network *network, int units,
    const InputList *on, const InputList *off) {
    for (size_t i = 0; i < on->count; i++) {
        sums_add_row(sums, sums_row(network, units, on->input[i]), units);
    }
    for (size_t i = 0; off && i < off->count; i++) {
        sums_subtract_row(sums, sums_row(network, units, off->input[i]), units);
    }
}
