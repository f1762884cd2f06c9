#pragma once
// Which programs share more code than chance explains, and where: for a teacher, who judges.
//
// Programs are compared by fingerprints (fingerprints.h), and what they share is then followed
// token by token in both directions. Not counted, in the matches and in a program's size alike, is
// code of the starter kits and code that more than SIMILARITY_COMMON_MAX owners have. Lines that
// were put in or changed split a match: short matches close to a long one are joined to it, if
// there are several of them. Programs of one owner are not compared.
//
// All this is a function of its arguments. Time and memory are bounded, whatever the sources are:
// of a fingerprint count the first few places of each owner, so that of somebody's many copies of
// one program only the first are compared with those of others, and if programs meet at too many
// places, what they share is followed from some of them.

#include "arena/source_tokens.h"

#define SIMILARITY_COMMON_MAX 10

typedef struct SimilarityProgram {
    int64_t owner;
    SourceSyntax syntax;
    Slice source;
} SimilarityProgram;

// The same code, by lines from 1, the last included.
typedef struct SimilarRange {
    uint32_t first_a;
    uint32_t last_a;
    uint32_t first_b;
    uint32_t last_b;
    size_t token_count;
} SimilarRange;

typedef struct SimilarPair {
    size_t a; // programs by their index, a < b
    size_t b;
    size_t token_count; // that they share
    double share_a;     // of a's own code, 0 to 1
    double share_b;
    SimilarRange *ranges; // in the order of a
    size_t range_count;
} SimilarPair;

typedef struct Similarities {
    SimilarPair *items; // those with the greatest share in either first
    size_t count;
} Similarities;

// Release with similarities_release.
void similarity_find(Similarities *out, const SimilarityProgram *programs, size_t count,
    const SimilarityProgram *kits, size_t kit_count);
void similarities_release(Similarities *similarities);
