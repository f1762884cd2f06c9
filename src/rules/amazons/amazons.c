#include "rules/amazons/amazons.h"

#include "rules/amazons/drawing.h"
#include "rules/amazons/fen.h"
#include "rules/amazons/kernel.h"
#include "rules/amazons/notation.h"

static const Variant VARIANTS[] = {
    {.name = "8x8", .size = 8},
    {.name = "6x6", .size = 6},
    {.name = "10x10", .size = 10},
};
#define VARIANT_COUNT (sizeof VARIANTS / sizeof *VARIANTS)

const Variant *amazons_variant(int size) {
    for (size_t i = 0; i < VARIANT_COUNT; i++) {
        if (VARIANTS[i].size == size) {
            return &VARIANTS[i];
        }
    }
    return NULL;
}

// The amazons of a side on two rows, symmetric, a third of the board in from the edge:
//
//      8x8, first player           row 2   Q . . . . . . Q
//                                  row 1   . . . . . . . .
//                                  row 0   . . Q . . Q . .
static Bits128 start_squares(int size, Side side) {
    int near = (size - 1) / 3;
    int far = size - 1 - near;
    int back = side == SIDE_FIRST ? 0 : size - 1;
    int front = side == SIDE_FIRST ? near : far;
    return bits128_bit(amazons_square(size, near, back)) |
           bits128_bit(amazons_square(size, far, back)) |
           bits128_bit(amazons_square(size, 0, front)) |
           bits128_bit(amazons_square(size, size - 1, front));
}

static void start(Position *pos, const Variant *variant) {
    *pos = (Position){.variant = variant, .turn = SIDE_FIRST};
    for (EACH_SIDE(side)) {
        pos->amazons.amazons[side] = start_squares(variant->size, side);
    }
}

// No position can recur, as each move adds an arrow: there is no `same`.
#define RULES(level)                                                                               \
    {                                                                                              \
        .name = "amazons", .variants = VARIANTS, .variant_count = VARIANT_COUNT,                   \
        .notations = AMAZONS_NOTATIONS, .start = start, .moves = LEVEL_JOIN(amazons_moves, level), \
        .count = LEVEL_JOIN(amazons_count, level), .apply = LEVEL_JOIN(amazons_apply, level),      \
        .outcome = LEVEL_JOIN(amazons_outcome, level), .parse = amazons_parse,                     \
        .format = amazons_format, .read = RULES_TEXT(amazons_read),                                \
        .write = RULES_TEXT(amazons_write), .draw = RULES_TEXT(amazons_draw),                      \
    }

static const Rules TABLES[CPU_LEVEL_COUNT] = LEVEL_TABLE(RULES);

const Rules *amazons_rules(CpuLevel level) {
    return &TABLES[level];
}
