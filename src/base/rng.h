#pragma once
// A small, fast, seedable random number generator (xoshiro256**, Blackman and Vigna 2018).
//
// The state is a value: copy it to fork a stream, seed it to repeat a run. Not for secrets.

#include <stdint.h>

typedef struct Rng {
    uint64_t state[4];
} Rng;

// Fills the state from a seed by splitmix64, so that neighbouring seeds give unrelated streams.
static inline void rng_init(Rng *rng, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15u;
        uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        rng->state[i] = z ^ (z >> 31);
    }
}

static inline uint64_t rng_next(Rng *rng) {
    uint64_t *s = rng->state;
    uint64_t product = s[1] * 5;
    uint64_t result = ((product << 7) | (product >> 57)) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

// Uniform in 0..bound-1 (bound > 0). The bias of the multiplication is below bound / 2^64.
static inline uint64_t rng_below(Rng *rng, uint64_t bound) {
    return (uint64_t)(((unsigned __int128)rng_next(rng) * bound) >> 64);
}

// Uniform in [0, 1).
static inline double rng_unit(Rng *rng) {
    return (double)(rng_next(rng) >> 11) / (double)(UINT64_C(1) << 53);
}
