#pragma once
// What the tests of Quoridor share: its rules on this machine, variants by name, positions from
// text.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rules/quoridor/quoridor.h"

static inline const Rules *best_rules(void) {
    static const Rules *rules; // asked for at every move, and the level looks into the environment
    if (!rules) {
        rules = quoridor_rules(cpu_level());
    }
    return rules;
}

static inline const Variant *variant_named(const char *name) {
    const Variant *variant = rules_variant(best_rules(), slice_from(name));
    assert_non_null(variant);
    return variant;
}

static inline Position position(const char *variant, const char *text) {
    Position pos;
    Error error = {0};
    if (!best_rules()->read(slice_from(text), variant_named(variant), &pos, &error)) {
        fail_msg("%s: %s", text, error.text);
    }
    return pos;
}
