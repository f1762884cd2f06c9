#pragma once
// What the fuzz targets share: the first byte of an input chooses the game, the rest is the text.

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rules/game.h"

// A property that does not hold is a crash, in every build.
#define FUZZ_REQUIRE(condition)                                                                    \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct FuzzInput {
    const Rules *rules;
    const Variant *variant;
    Notation notation;
    Slice text;
} FuzzInput;

// False if the input is too short or names a notation that the game does not have.
static inline bool fuzz_input(const uint8_t *data, size_t size, FuzzInput *out) {
    if (size < 1) {
        return false;
    }
    out->rules = rules_at(data[0] & 1);
    out->variant = &out->rules->variants[(data[0] >> 1 & 3) % out->rules->variant_count];
    out->notation = (Notation)(data[0] >> 3 & 7);
    out->text = (Slice){(const char *)data + 1, size - 1};
    return out->notation < NOTATION_COUNT && rules_has_notation(out->rules, out->notation);
}
