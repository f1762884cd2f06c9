#pragma once
// The accumulator of an NNUE network, for the kernels of both games: the sums of the hidden units
// before they are clipped, and the step from there to the output.
//
//      bias              | b0 b1 b2 ..  bn |      16 bits each
//      + row of input a  | w0 w1 w2 ..  wn |      one row of weights for each input that is on
//      + row of input b  | w0 w1 w2 ..  wn |
//      = accumulator     | s0 s1 s2 ..  sn |      clip to 0..255, square, times the output weights,
//                        |-vector-|-vector-|      summed up: the hidden sum of network_finish
//
// The accumulator of a position is that of a similar one with a few rows added and a few
// subtracted:
//
//      accumulator_load, then accumulator_add and accumulator_subtract, then accumulator_output or
//      accumulator_store
//
// `units` is the number of hidden units. Callers pass a constant where they can, and everything is
// inlined. With AVX2 and AVX-512 the accumulator then stays in registers while rows are added.
// Narrower registers cannot hold it: there the rows are listed, and at the end it is computed tile
// by tile, in tiles that fit.
//
// The vectors are GCC's. Three functions, vector_clip, vector_dot and vector_sum, use intrinsics of
// AVX-512, AVX2, SSE2 and WebAssembly; elsewhere they are plain C, which tests compile by
// IMMURE_SCALAR. The result is the same to the last bit: sums wrap round, and nothing else
// overflows. The code of AVX-512 is for the level that IMMURE_AVX512 is set for, and not for every
// compilation that has __AVX512F__: a source file for a site mixes levels (docs/submissions.md).

#include <string.h>

#include "base/cpu.h"
#include "eval/net/network.h"

#ifdef IMMURE_SCALAR
// no intrinsics
#elif defined __AVX2__
#include <immintrin.h>
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
#elif defined __SSE2__
#include <emmintrin.h>
#endif

#ifdef IMMURE_AVX512
#define ACCUMULATOR_VECTOR_UNITS 32
#define ACCUMULATOR_TILE_UNITS NETWORK_HIDDEN_MAX // all at once
#elif defined __AVX2__
#define ACCUMULATOR_VECTOR_UNITS 16
#define ACCUMULATOR_TILE_UNITS NETWORK_HIDDEN_MAX // all at once
#else
#define ACCUMULATOR_VECTOR_UNITS 8
#define ACCUMULATOR_TILE_UNITS 64 // half of the registers
#endif

typedef uint16_t AccumulatorVector __attribute__((vector_size(2 * ACCUMULATOR_VECTOR_UNITS)));
typedef int32_t OutputVector __attribute__((vector_size(2 * ACCUMULATOR_VECTOR_UNITS)));

// A part of the accumulator, in registers.
typedef struct AccumulatorTile {
    AccumulatorVector vector[ACCUMULATOR_TILE_UNITS / ACCUMULATOR_VECTOR_UNITS];
} AccumulatorTile;

// All of it, in memory.
typedef struct AccumulatorRow {
    _Alignas(64) int16_t unit[NETWORK_HIDDEN_MAX];
} AccumulatorRow;

INLINE const int16_t *network_row(const Network *network, int units, int input) {
    return network->input + (size_t)input * (size_t)units;
}

#ifdef IMMURE_AVX512

// A step of units is half a vector: the last vector of a row may be half full, with zeroes behind,
// and rows are aligned to half a vector.
INLINE int row_vector_count(int units) {
    return (units + ACCUMULATOR_VECTOR_UNITS - 1) / ACCUMULATOR_VECTOR_UNITS;
}

INLINE size_t row_vector_bytes(int i, int units) {
    const bool is_whole = (i + 1) * ACCUMULATOR_VECTOR_UNITS <= units;
    return is_whole ? sizeof(AccumulatorVector) : sizeof(AccumulatorVector) / 2;
}

INLINE AccumulatorVector row_vector(const int16_t *row, int i, int units) {
    enum { BYTES = sizeof(AccumulatorVector) };
    row = __builtin_assume_aligned(row + i * ACCUMULATOR_VECTOR_UNITS, BYTES / 2);
    AccumulatorVector vector = {0};
    if (row_vector_bytes(i, units) == BYTES) {
        memcpy(&vector, row, BYTES);
    } else {
        memcpy(&vector, row, BYTES / 2);
    }
    return vector;
}

#else

INLINE int row_vector_count(int units) {
    return units / ACCUMULATOR_VECTOR_UNITS;
}

INLINE size_t row_vector_bytes(int i, int units) {
    (void)i, (void)units;
    return sizeof(AccumulatorVector);
}

// Rows are aligned.
INLINE AccumulatorVector row_vector(const int16_t *row, int i, int units) {
    enum { BYTES = sizeof(AccumulatorVector) };
    (void)units;
    AccumulatorVector vector;
    memcpy(&vector, __builtin_assume_aligned(row + i * ACCUMULATOR_VECTOR_UNITS, BYTES), BYTES);
    return vector;
}

#endif

INLINE void tile_load(AccumulatorTile *tile, const int16_t *row, int units) {
#ifdef IMMURE_AVX512
    *tile = (AccumulatorTile){0}; // or GCC warns of vectors that no row has
#endif
#pragma GCC unroll 8
    for (int i = 0; i < row_vector_count(units); i++) {
        tile->vector[i] = row_vector(row, i, units);
    }
}

INLINE void tile_store(const AccumulatorTile *tile, int16_t *row, int units) {
#pragma GCC unroll 8
    for (int i = 0; i < row_vector_count(units); i++) {
        memcpy(row + i * ACCUMULATOR_VECTOR_UNITS, &tile->vector[i], row_vector_bytes(i, units));
    }
}

INLINE void tile_add(AccumulatorTile *tile, const int16_t *row, int units) {
#pragma GCC unroll 8
    for (int i = 0; i < row_vector_count(units); i++) {
        tile->vector[i] += row_vector(row, i, units);
    }
}

INLINE void tile_subtract(AccumulatorTile *tile, const int16_t *row, int units) {
#pragma GCC unroll 8
    for (int i = 0; i < row_vector_count(units); i++) {
        tile->vector[i] -= row_vector(row, i, units);
    }
}

INLINE void tile_exchange(
    AccumulatorTile *tile, const int16_t *removed, const int16_t *added, int units) {
#pragma GCC unroll 8
    for (int i = 0; i < row_vector_count(units); i++) {
        tile->vector[i] += row_vector(added, i, units) - row_vector(removed, i, units);
    }
}

// vector_clip: each unit brought between 0 and NETWORK_ONE.
// vector_dot: the products of 16-bit numbers, each even one and the next added to one of 32 bits.
// vector_sum: the sum of these.
#if defined IMMURE_SCALAR || !(defined __AVX2__ || defined __wasm_simd128__ || defined __SSE2__)
INLINE AccumulatorVector vector_clip(AccumulatorVector units) {
    for (int i = 0; i < ACCUMULATOR_VECTOR_UNITS; i++) {
        const int16_t unit = (int16_t)units[i];
        units[i] = (uint16_t)(unit < 0 ? 0 : unit > NETWORK_ONE ? NETWORK_ONE : unit);
    }
    return units;
}

INLINE OutputVector vector_dot(AccumulatorVector a, AccumulatorVector b) {
    OutputVector dot = {0};
    for (int i = 0; i < ACCUMULATOR_VECTOR_UNITS; i++) {
        dot[i / 2] += (int16_t)a[i] * (int16_t)b[i];
    }
    return dot;
}

INLINE int32_t vector_sum(OutputVector numbers) {
    int32_t sum = 0;
    for (int i = 0; i < ACCUMULATOR_VECTOR_UNITS / 2; i++) {
        sum += numbers[i];
    }
    return sum;
}
#elif defined IMMURE_AVX512
INLINE AccumulatorVector vector_clip(AccumulatorVector units) {
    const __m512i above = _mm512_max_epi16((__m512i)units, _mm512_setzero_si512());
    return (AccumulatorVector)_mm512_min_epi16(above, _mm512_set1_epi16(NETWORK_ONE));
}

INLINE OutputVector vector_dot(AccumulatorVector a, AccumulatorVector b) {
    return (OutputVector)_mm512_madd_epi16((__m512i)a, (__m512i)b);
}

INLINE int32_t vector_sum(OutputVector numbers) {
    return _mm512_reduce_add_epi32((__m512i)numbers);
}
#elif defined __AVX2__
INLINE AccumulatorVector vector_clip(AccumulatorVector units) {
    const __m256i above = _mm256_max_epi16((__m256i)units, _mm256_setzero_si256());
    return (AccumulatorVector)_mm256_min_epi16(above, _mm256_set1_epi16(NETWORK_ONE));
}

INLINE OutputVector vector_dot(AccumulatorVector a, AccumulatorVector b) {
    return (OutputVector)_mm256_madd_epi16((__m256i)a, (__m256i)b);
}

INLINE int32_t vector_sum(OutputVector numbers) {
    const __m128i low = _mm256_castsi256_si128((__m256i)numbers);
    __m128i sum = _mm_add_epi32(low, _mm256_extracti128_si256((__m256i)numbers, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1)));
}
#elif defined __wasm_simd128__
INLINE AccumulatorVector vector_clip(AccumulatorVector units) {
    const v128_t above = wasm_i16x8_max((v128_t)units, wasm_i16x8_const_splat(0));
    return (AccumulatorVector)wasm_i16x8_min(above, wasm_i16x8_const_splat(NETWORK_ONE));
}

INLINE OutputVector vector_dot(AccumulatorVector a, AccumulatorVector b) {
    return (OutputVector)wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b);
}

INLINE int32_t vector_sum(OutputVector numbers) {
    return numbers[0] + numbers[1] + numbers[2] + numbers[3];
}
#else
INLINE AccumulatorVector vector_clip(AccumulatorVector units) {
    const __m128i above = _mm_max_epi16((__m128i)units, _mm_setzero_si128());
    return (AccumulatorVector)_mm_min_epi16(above, _mm_set1_epi16(NETWORK_ONE));
}

INLINE OutputVector vector_dot(AccumulatorVector a, AccumulatorVector b) {
    return (OutputVector)_mm_madd_epi16((__m128i)a, (__m128i)b);
}

INLINE int32_t vector_sum(OutputVector numbers) {
    __m128i sum = (__m128i)numbers;
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1)));
}
#endif

// A tile's share of the hidden sum that network_finish takes. A clipped unit times a weight fits 16
// bits (255 * 127), and all of them together fit 32 (256 * 255^2 * 127).
INLINE int32_t tile_output(const AccumulatorTile *tile, const int16_t *weights, int units) {
    OutputVector sums = {0};
#pragma GCC unroll 8
    for (int i = 0; i < row_vector_count(units); i++) {
        const AccumulatorVector clipped = vector_clip(tile->vector[i]);
        sums += vector_dot(clipped * row_vector(weights, i, units), clipped);
    }
    return vector_sum(sums);
}

#ifdef __AVX2__

typedef AccumulatorTile Accumulator;

INLINE void accumulator_load(Accumulator *accumulator, const int16_t *row, int units) {
    tile_load(accumulator, row, units);
}

INLINE void accumulator_add(Accumulator *accumulator, const int16_t *row, int units) {
    tile_add(accumulator, row, units);
}

INLINE void accumulator_subtract(Accumulator *accumulator, const int16_t *row, int units) {
    tile_subtract(accumulator, row, units);
}

INLINE void accumulator_exchange(
    Accumulator *accumulator, const int16_t *removed, const int16_t *added, int units) {
    tile_exchange(accumulator, removed, added, units);
}

INLINE void accumulator_store(Accumulator *accumulator, int16_t *row, int units) {
    tile_store(accumulator, row, units);
}

INLINE int32_t accumulator_output(
    const Accumulator *accumulator, const int16_t *weights, int units) {
    return tile_output(accumulator, weights, units);
}

#else

// What the accumulator will be: `from`, and rows to be added and subtracted.
typedef struct Accumulator {
    const int16_t *from;
    size_t added_count;
    size_t removed_count;
    const int16_t *added[NETWORK_ACTIVE_MAX];
    const int16_t *removed[NETWORK_ACTIVE_MAX];
} Accumulator;

// `row` must stay unchanged until the accumulator is stored or its output taken.
INLINE void accumulator_load(Accumulator *accumulator, const int16_t *row, int units) {
    (void)units;
    accumulator->from = row;
    accumulator->added_count = accumulator->removed_count = 0;
}

INLINE void accumulator_add(Accumulator *accumulator, const int16_t *row, int units) {
    (void)units;
    accumulator->added[accumulator->added_count++] = row;
}

INLINE void accumulator_subtract(Accumulator *accumulator, const int16_t *row, int units) {
    (void)units;
    accumulator->removed[accumulator->removed_count++] = row;
}

INLINE void accumulator_exchange(
    Accumulator *accumulator, const int16_t *removed, const int16_t *added, int units) {
    accumulator_subtract(accumulator, removed, units);
    accumulator_add(accumulator, added, units);
}

// The tile that begins with a unit.
INLINE AccumulatorTile accumulator_tile(const Accumulator *accumulator, int first, int units) {
    AccumulatorTile tile = {0};
    tile_load(&tile, accumulator->from + first, units);
    size_t i = 0;
    for (; i < accumulator->added_count && i < accumulator->removed_count; i++) {
        tile_exchange(&tile, accumulator->removed[i] + first, accumulator->added[i] + first, units);
    }
    for (size_t j = i; j < accumulator->added_count; j++) {
        tile_add(&tile, accumulator->added[j] + first, units);
    }
    for (size_t j = i; j < accumulator->removed_count; j++) {
        tile_subtract(&tile, accumulator->removed[j] + first, units);
    }
    return tile;
}

INLINE int accumulator_tile_units(int units, int first) {
    return units - first < ACCUMULATOR_TILE_UNITS ? units - first : ACCUMULATOR_TILE_UNITS;
}

INLINE void accumulator_store_units(const Accumulator *accumulator, int16_t *row, int units) {
    for (int first = 0; first < units; first += ACCUMULATOR_TILE_UNITS) {
        const int tile_units = accumulator_tile_units(units, first);
        const AccumulatorTile tile = accumulator_tile(accumulator, first, tile_units);
        tile_store(&tile, row + first, tile_units);
    }
}

INLINE int32_t accumulator_output_units(
    const Accumulator *accumulator, const int16_t *weights, int units) {
    int32_t total = 0;
    for (int first = 0; first < units; first += ACCUMULATOR_TILE_UNITS) {
        const int tile_units = accumulator_tile_units(units, first);
        const AccumulatorTile tile = accumulator_tile(accumulator, first, tile_units);
        total += tile_output(&tile, weights + first, tile_units);
    }
    return total;
}

// Functions of their own for each usual number of hidden units: compilers of WebAssembly find no
// registers for the tiles within anything larger.
#define ACCUMULATOR_FOR_UNITS(name, constant)                                                      \
    __attribute__((noinline, unused)) static void accumulator_store_##name(                        \
        const Accumulator *accumulator, int16_t *row, int units) {                                 \
        (void)units;                                                                               \
        accumulator_store_units(accumulator, row, constant);                                       \
    }                                                                                              \
    __attribute__((noinline, unused)) static int32_t accumulator_output_##name(                    \
        const Accumulator *accumulator, const int16_t *weights, int units) {                       \
        (void)units;                                                                               \
        return accumulator_output_units(accumulator, weights, constant);                           \
    }
ACCUMULATOR_FOR_UNITS(64, 64)
ACCUMULATOR_FOR_UNITS(128, 128)
ACCUMULATOR_FOR_UNITS(any, units)
#undef ACCUMULATOR_FOR_UNITS

// Into a row, which may be the one it was loaded from; rows may still be added afterwards.
INLINE void accumulator_store(Accumulator *accumulator, int16_t *row, int units) {
    switch (units) {
    case 64:
        accumulator_store_64(accumulator, row, units);
        break;
    case 128:
        accumulator_store_128(accumulator, row, units);
        break;
    default:
        accumulator_store_any(accumulator, row, units);
    }
    accumulator_load(accumulator, row, units);
}

// The hidden sum that network_finish takes.
INLINE int32_t accumulator_output(
    const Accumulator *accumulator, const int16_t *weights, int units) {
    switch (units) {
    case 64:
        return accumulator_output_64(accumulator, weights, units);
    case 128:
        return accumulator_output_128(accumulator, weights, units);
    default:
        return accumulator_output_any(accumulator, weights, units);
    }
}

#endif
