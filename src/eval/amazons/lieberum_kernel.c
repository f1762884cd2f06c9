// Read lieberum.h for the terms, then lieberum_template.inc from top to bottom.

#include "eval/amazons/lieberum.h"

#include <string.h>

#include "eval/amazons/lanes.h"
#include "eval/amazons/lieberum_weights.h"
#include "rules/amazons/board.h"

// This level's prototypes: hot files are not told which levels are built in.
LIEBERUM_KERNEL(IMMURE_LEVEL)

// 2^-d for the squares d king steps away in a straight line, in 1/512, for the mobility term.
//
// A table is laid over the board with its middle on an amazon, and covers it square number by
// square number. Only the lines of a queen count, as nothing else is looked up: these are multiples
// of the steps 1, stride, stride + 1 and stride - 1 from the middle. Where two lines would meet in
// one number, no column allows both, so there are a few tables by column:
//
//      stride 8     7 = a slide of 7 to the east from the first column
//                     = a step up and to the west from any other
//      stride 11   60 = 5 steps of 12, up and to the east from the left half
//                     = 6 steps of 10, up and to the west from the right half

// What a slide of some steps adds to the number `at` squares from the middle.
#define SLIDE(at, step, longest)                                                                   \
    ((at) % (step) == 0 && (at) / (step) >= 1 && (at) / (step) <= (longest)                        \
            ? 512 >> ((at) / (step)&15)                                                            \
            : 0)
#define UP_AND_DOWN(at, stride, longest) SLIDE(at, stride, longest) + SLIDE(at, -(stride), longest)

// A table's numbers from a place on.
#define NUMBERS_4(AT, from) AT(from), AT((from) + 1), AT((from) + 2), AT((from) + 3)
#define NUMBERS_16(AT, from)                                                                       \
    NUMBERS_4(AT, from), NUMBERS_4(AT, (from) + 4), NUMBERS_4(AT, (from) + 8),                     \
        NUMBERS_4(AT, (from) + 12)
#define NUMBERS_64(AT, from)                                                                       \
    NUMBERS_16(AT, from), NUMBERS_16(AT, (from) + 16), NUMBERS_16(AT, (from) + 32),                \
        NUMBERS_16(AT, (from) + 48)

// Wide enough for the last square in the middle, and for a read of whole vectors.
#define NEARNESS_SIZE_64 128
#define NEARNESS_SIZE_128 224

// 6x6 and 8x8: first column, between, last column. The middle is the last square's number.
#define FIRST_COLUMN(at)                                                                           \
    UP_AND_DOWN(at, 8, 7) + SLIDE(at, 1, 7) + SLIDE(at, 9, 7) + SLIDE(at, -7, 7)
#define LAST_COLUMN(at)                                                                            \
    UP_AND_DOWN(at, 8, 7) + SLIDE(at, -1, 7) + SLIDE(at, -9, 7) + SLIDE(at, 7, 7)
#define INNER_COLUMN(at)                                                                           \
    UP_AND_DOWN(at, 8, 7) + UP_AND_DOWN(at, 1, 6) + UP_AND_DOWN(at, 9, 6) + UP_AND_DOWN(at, 7, 6)
static const int16_t NEARNESS_TABLE_64[3][NEARNESS_SIZE_64] = {
    {NUMBERS_64(FIRST_COLUMN, -63), NUMBERS_64(FIRST_COLUMN, 1)},
    {NUMBERS_64(INNER_COLUMN, -63), NUMBERS_64(INNER_COLUMN, 1)},
    {NUMBERS_64(LAST_COLUMN, -63), NUMBERS_64(LAST_COLUMN, 1)},
};

// 10x10: left half, right half.
#define HALF(at, west, east)                                                                       \
    UP_AND_DOWN(at, 11, 9) + SLIDE(at, -1, west) + SLIDE(at, 10, west) + SLIDE(at, -12, west) +    \
        SLIDE(at, 1, east) + SLIDE(at, 12, east) + SLIDE(at, -10, east)
#define LEFT_HALF(at) HALF(at, 4, 9)
#define RIGHT_HALF(at) HALF(at, 9, 4)
#define NUMBERS_224(AT)                                                                            \
    NUMBERS_64(AT, -108), NUMBERS_64(AT, -44), NUMBERS_64(AT, 20), NUMBERS_16(AT, 84),             \
        NUMBERS_16(AT, 100)
static const int16_t NEARNESS_TABLE_128[2][NEARNESS_SIZE_128] = {
    {NUMBERS_224(LEFT_HALF)},
    {NUMBERS_224(RIGHT_HALF)},
};

// The table of an amazon in a column.
static inline const int16_t *nearness_64(int column) {
    return NEARNESS_TABLE_64[(column > 0) + (column == 7)];
}
static inline const int16_t *nearness_128(int column) {
    return NEARNESS_TABLE_128[column > 4];
}

// How much less free the other side's amazons are, as the sum of (64 - 2 alpha)^2 where alpha is
// less than 32. Lanes 0 to 3 of alpha are the own amazons, 4 to 7 the others.
INLINE int confinement_difference(Shorts alpha) {
    // One less than the whole, so that a quotient of 64 has six bits and its square stays small.
    Shorts lack = LIEBERUM_ALPHA_FREE * LIEBERUM_ALPHA_UNIT - 1 - alpha;
    lack = (lack & (lack > 0)) >> 8;
    lack *= lack;
    return lack[4] + lack[5] + lack[6] + lack[7] - lack[0] - lack[1] - lack[2] - lack[3];
}

// Adds up what the terms are worth, with the weights of the rows below and above w mixed.
INLINE int value_of_terms(const LieberumTerms *terms, const LieberumWeights *rows) {
    const int w_max = LIEBERUM_ROWS_END * LIEBERUM_W_UNIT - 1;
    const int w = terms->w < w_max ? terms->w : w_max;
    // Rows stand at 0 and at the powers of two, so from row 1 on they are as far apart as from 0.
    const int whole = w / LIEBERUM_W_UNIT;
    const int row = whole == 0 ? 0 : 32 - __builtin_clz((unsigned)whole);
    const int gap = row == 0 ? LIEBERUM_W_UNIT : LIEBERUM_W_UNIT << (row - 1);
    const int part = row == 0 ? w : w - gap;
    const int have[LIEBERUM_WEIGHT_COUNT] = {
        [LIEBERUM_WEIGHT_T1] = terms->t1,
        [LIEBERUM_WEIGHT_T2] = terms->t2,
        [LIEBERUM_WEIGHT_C1] = terms->c1,
        [LIEBERUM_WEIGHT_C2] = terms->c2,
        [LIEBERUM_WEIGHT_MOBILITY] = terms->mobility,
        [LIEBERUM_WEIGHT_MOVE] = 1,
    };
    int64_t sum = 0;
    for (int i = 0; i < LIEBERUM_WEIGHT_COUNT; i++) {
        const int64_t below = (int64_t)rows[row].weight[i] * (gap - part);
        const int64_t above = (int64_t)rows[row + 1].weight[i] * part;
        sum += have[i] * (below + above);
    }
    // A shift, as the gap is a power of two and a division would take as long as the rest.
    const int64_t value = sum >> (__builtin_ctz((unsigned)gap) + LIEBERUM_WEIGHT_BITS);
    const int bound = VALUE_MAX - 1;
    return value > bound ? bound : value < -bound ? -bound : (int)value;
}

// 6x6 and 8x8.
#define BOARD_BITS 64
#include "eval/amazons/lieberum_template.inc"
#undef BOARD_BITS

// 10x10.
#define BOARD_BITS 128
#include "eval/amazons/lieberum_template.inc"
#undef BOARD_BITS

static inline bool is_wide(const Position *pos) {
    return pos->variant->size > 8;
}

void LEVEL_NAME(lieberum_terms)(const Position *pos, LieberumTerms *out) {
    const Bits128 empty = amazons_empty(pos);
    const Bits128 own = pos->amazons.amazons[pos->turn];
    const Bits128 other = pos->amazons.amazons[side_other(position_turn(pos))];
    if (is_wide(pos)) {
        terms_128(empty, own, other, out);
    } else {
        terms_64((uint64_t)empty, (uint64_t)own, (uint64_t)other, out);
    }
}

int LEVEL_NAME(lieberum_value)(const Evaluator *self, const Position *pos) {
    (void)self;
    LieberumTerms terms;
    LEVEL_NAME(lieberum_terms)(pos, &terms);
    return value_of_terms(&terms, lieberum_weights(pos->variant->size));
}

void LEVEL_NAME(lieberum_move_values)(
    const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *values) {
    (void)self;
    const LieberumWeights *weights = lieberum_weights(pos->variant->size);
    const Bits128 empty = amazons_empty(pos);
    const Bits128 own = pos->amazons.amazons[pos->turn];
    const Bits128 other = pos->amazons.amazons[side_other(position_turn(pos))];
    for (size_t i = 0; i < count; i++) {
        values[i] = is_wide(pos) ? move_value_128(empty, own, other, moves[i], weights)
                                 : move_value_64((uint64_t)empty, (uint64_t)own, (uint64_t)other,
                                       moves[i], weights);
    }
}
