#include "arena/fingerprints.h"

#include <stdlib.h>

// Any odd number with bits in all places will do: it is the radix of the rolling hash.
#define RADIX 0x9e3779b97f4a7c15u

// Spreads a rolling hash, whose low bits follow the last tokens, so that the least is any of them.
static uint64_t spread(uint64_t hash) {
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93u;
    return hash ^ hash >> 32;
}

static void reserve(Fingerprints *fingerprints, size_t count) {
    *fingerprints = (Fingerprints){.items = malloc((count ? count : 1) * sizeof(Fingerprint))};
    if (!fingerprints->items) {
        abort();
    }
}

void fingerprints_all(Fingerprints *out, const SourceTokens *tokens) {
    reserve(out, tokens->count);
    uint64_t leaving = 1; // the weight of the token that leaves
    for (int i = 0; i < FINGERPRINT_TOKENS; i++) {
        leaving *= RADIX;
    }
    uint64_t hash = 0;
    for (size_t i = 0; i < tokens->count; i++) {
        hash = hash * RADIX + tokens->items[i].kind;
        if (i >= FINGERPRINT_TOKENS) {
            hash -= leaving * tokens->items[i - FINGERPRINT_TOKENS].kind;
        }
        if (i + 1 >= FINGERPRINT_TOKENS) {
            uint32_t position = (uint32_t)(i + 1 - FINGERPRINT_TOKENS);
            out->items[out->count++] = (Fingerprint){spread(hash), position};
        }
    }
}

void fingerprints_winnow(Fingerprints *out, const Fingerprints *all) {
    reserve(out, all->count);
    for (size_t start = 0; start + FINGERPRINT_WINDOW <= all->count; start++) {
        const Fingerprint *least = &all->items[start];
        for (size_t i = start + 1; i < start + FINGERPRINT_WINDOW; i++) {
            least = all->items[i].hash <= least->hash ? &all->items[i] : least;
        }
        if (out->count == 0 || out->items[out->count - 1].position != least->position) {
            out->items[out->count++] = *least;
        }
    }
}

void fingerprints_release(Fingerprints *fingerprints) {
    free(fingerprints->items);
    *fingerprints = (Fingerprints){0};
}
