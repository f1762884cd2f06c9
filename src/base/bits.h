#pragma once
// Sets of squares as machine words.
//
// Boards of up to 64 squares live in a uint64_t, larger ones in a Bits128. Both have the same
// operations here so that one source can be compiled for either width.

#include <stdint.h>

typedef unsigned __int128 Bits128;

static inline int bits64_count(uint64_t set) {
    return __builtin_popcountll(set);
}

// The lowest member's index; the set must not be empty.
static inline int bits64_first(uint64_t set) {
    return __builtin_ctzll(set);
}

static inline int bits128_count(Bits128 set) {
    return bits64_count((uint64_t)set) + bits64_count((uint64_t)(set >> 64));
}

// The lowest member's index; the set must not be empty.
static inline int bits128_first(Bits128 set) {
    uint64_t low = (uint64_t)set;
    return low ? bits64_first(low) : 64 + bits64_first((uint64_t)(set >> 64));
}

// Removes and returns the lowest member; the set must not be empty.
static inline int bits64_pop(uint64_t *set) {
    int index = bits64_first(*set);
    *set &= *set - 1;
    return index;
}

static inline int bits128_pop(Bits128 *set) {
    int index = bits128_first(*set);
    *set &= *set - 1;
    return index;
}

static inline Bits128 bits128_bit(int index) {
    return (Bits128)1 << index;
}
