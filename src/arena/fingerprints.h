#pragma once
// Fingerprints of a program by winnowing (Schleimer, Wilkerson, Aiken 2003): of every
// FINGERPRINT_WINDOW hashes of FINGERPRINT_TOKENS tokens in a row the least is kept. Anything that
// two programs share is found if it has FINGERPRINT_CERTAIN tokens, and nothing below
// FINGERPRINT_TOKENS. The sizes are those of Dolos, a detector for courses.

#include "arena/source_tokens.h"

#define FINGERPRINT_TOKENS 23
#define FINGERPRINT_WINDOW 17
#define FINGERPRINT_CERTAIN (FINGERPRINT_WINDOW + FINGERPRINT_TOKENS - 1)

typedef struct Fingerprint {
    uint64_t hash;
    uint32_t position; // of its first token
} Fingerprint;

typedef struct Fingerprints {
    Fingerprint *items;
    size_t count;
} Fingerprints;

// The hashes of all runs of FINGERPRINT_TOKENS tokens, in their order.
void fingerprints_all(Fingerprints *out, const SourceTokens *tokens);

// Those that winnowing keeps of all.
void fingerprints_winnow(Fingerprints *out, const Fingerprints *all);

void fingerprints_release(Fingerprints *fingerprints);
