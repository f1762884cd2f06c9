#pragma once
// The arithmetic of the first layer: sums of rows of weights, and the step from sums to a value.
//
// `units` is the number of hidden units. Callers hand in a constant where they can, and as all is
// inlined the sums of a position then live in registers while rows are added. The vectors are
// GCC's, so every level has the same source but for the last step, and the same result to the last
// bit: sums wrap round, and nothing else can.

#include <string.h>

#include "base/bits.h"
#include "eval/net/network.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

#define SUMS_INLINE static inline __attribute__((always_inline))
#define SUMS_VECTOR_UNITS 16

typedef struct Sums {
    _Alignas(32) int16_t unit[NETWORK_HIDDEN_MAX];
} Sums;

// Inputs that are on.
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

typedef uint16_t SumVector __attribute__((vector_size(2 * SUMS_VECTOR_UNITS)));

typedef struct SumVectors {
    SumVector part[NETWORK_HIDDEN_MAX / SUMS_VECTOR_UNITS];
} SumVectors;

// Rows are aligned.
SUMS_INLINE SumVector sums_part(const int16_t *row, int i) {
    SumVector part;
    memcpy(&part, __builtin_assume_aligned(row + i * SUMS_VECTOR_UNITS, 32), sizeof part);
    return part;
}

SUMS_INLINE void sums_load(SumVectors *sums, const int16_t *row, int units) {
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        sums->part[i] = sums_part(row, i);
    }
}

SUMS_INLINE void sums_store(const SumVectors *sums, int units, int16_t *row) {
    memcpy(row, sums->part, (size_t)units * sizeof *row);
}

SUMS_INLINE void sums_add_row(SumVectors *sums, const int16_t *row, int units) {
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        sums->part[i] += sums_part(row, i);
    }
}

SUMS_INLINE void sums_subtract_row(SumVectors *sums, const int16_t *row, int units) {
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        sums->part[i] -= sums_part(row, i);
    }
}

// The sum over hidden units that network_finish asks for. A clipped sum times a weight fits 16 bits
// (255 * 127), and all of them together fit 32 (256 * 255^2 * 127).
#ifdef __AVX2__
SUMS_INLINE int32_t sums_weigh(const SumVectors *sums, const int16_t *weights, int units) {
    const __m256i one = _mm256_set1_epi16(NETWORK_ONE);
    __m256i total = _mm256_setzero_si256();
#pragma GCC unroll 8
    for (int i = 0; i < units / SUMS_VECTOR_UNITS; i++) {
        __m256i clipped = _mm256_max_epi16((__m256i)sums->part[i], _mm256_setzero_si256());
        clipped = _mm256_min_epi16(clipped, one);
        const __m256i weighed = _mm256_mullo_epi16(clipped, (__m256i)sums_part(weights, i));
        total = _mm256_add_epi32(total, _mm256_madd_epi16(weighed, clipped));
    }
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1));
    return _mm_cvtsi128_si32(sum);
}
#else
SUMS_INLINE int32_t sums_weigh(const SumVectors *sums, const int16_t *weights, int units) {
    int16_t clipped[NETWORK_HIDDEN_MAX];
    int16_t weighed[NETWORK_HIDDEN_MAX];
    memcpy(clipped, sums->part, (size_t)units * sizeof *clipped);
    for (int i = 0; i < units; i++) {
        const int16_t above = (int16_t)(clipped[i] < 0 ? 0 : clipped[i]);
        clipped[i] = (int16_t)(above > NETWORK_ONE ? NETWORK_ONE : above);
        weighed[i] = (int16_t)(clipped[i] * weights[i]);
    }
    int32_t total = 0;
    for (int i = 0; i < units; i++) {
        total += weighed[i] * clipped[i];
    }
    return total;
}
#endif

SUMS_INLINE void sums_add(
    SumVectors *sums, const Network *network, int units, const InputList *list) {
    for (size_t i = 0; i < list->count; i++) {
        sums_add_row(sums, sums_row(network, units, list->input[i]), units);
    }
}

// Rows for the squares of one colour: `row` is the one for bit 0, and from bit to bit it is two on.
typedef struct SquareRows {
    uint64_t squares;
    const int16_t *row;
} SquareRows;

typedef struct SquareRowsList {
    size_t count;
    SquareRows item[8 + 2]; // two players, colours and kinds of squares, and empty ones at the end
} SquareRowsList;

// Writes a set that is not kept if it is empty.
SUMS_INLINE void rows_put(SquareRowsList *list, uint64_t squares, const int16_t *row) {
    list->item[list->count] = (SquareRows){squares, row};
    list->count += squares != 0;
}

// Adds or subtracts them all. How many squares there are of each kind cannot be guessed, so one
// loop goes through all kinds, and only its end comes as a surprise.
SUMS_INLINE void sums_change_rows(
    SumVectors *sums, SquareRowsList *list, bool is_added, int units) {
    list->item[list->count].squares = list->item[list->count + 1].squares = 0;
    const SquareRows *item = list->item;
    uint64_t squares = item[0].squares;
    uint64_t next = item[1].squares;
    while (squares) {
        const int16_t *row = item->row + 2 * bits64_pop(&squares) * units;
        if (is_added) {
            sums_add_row(sums, row, units);
        } else {
            sums_subtract_row(sums, row, units);
        }
        const bool is_empty = squares == 0;
        squares |= next & -(uint64_t)is_empty;
        item += is_empty;
        next = item[1].squares;
    }
}
