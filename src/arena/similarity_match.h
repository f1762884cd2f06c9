#pragma once
// What two programs share, token by token, given where to begin (similarity.h).

#include <stdbool.h>

#include "arena/similarity.h"

// A program as it is compared.
typedef struct SimilarityText {
    SourceTokens tokens;
    bool *is_common;  // by token: of a starter kit, or of too many programs
    size_t own_count; // of the others
} SimilarityText;

// Where both have the same fingerprint.
typedef struct SimilaritySeed {
    uint32_t a;
    uint32_t b;
} SimilaritySeed;

// Fills in all of a pair but its programs; the seeds are sorted. `ranges` is the caller's to free.
void similarity_match(const SimilarityText *a, const SimilarityText *b, SimilaritySeed *seeds,
    size_t seed_count, SimilarPair *out);
