#pragma once
// What Lieberum's terms are worth, by board size and by w.
//
// A row holds the weights at one value of w, in squares: 0, 1, 2, 4, and so on to 64; between two
// rows they are mixed, beyond the last one they stay. A weight is in 1/64 of a thousandth of a
// logit for one unit of its term (lieberum.h).
//
// The rows are in files that `immure train weights amazons` writes, one for each size.
//
// Origin: logistic regression on results of self-play, for each size by itself. Games of one ply of
// search with a little noise (+-60 thousandths on each value, one move in 30 at random) from 2 to 9
// random plies (2 to 5 on 6x6); hand weights played 4,000 / 2,000 / 300 games of 6x6 / 8x8 / 10x10,
// the weights fitted to them 30,000 / 15,000 / 1,500, and those fitted to these the 60,000 / 40,000
// / 5,000 games (1.18 / 1.63 / 0.34 million positions) behind the tables. Weights of terms were
// kept from being negative, neighbouring rows drawn to each other, and the last rows of 6x6 and
// 8x8, which no game reaches, tied to the one before. On games held out the sign of the value names
// the winner of 85 / 81 / 78 % of positions.
//
// At w = 0 each side has its own squares and only their number counts. Who has to move with as many
// as the other runs out first, so the move is worth minus half a square there.

#include <stdint.h>

typedef enum LieberumWeight {
    LIEBERUM_WEIGHT_T1,
    LIEBERUM_WEIGHT_T2,
    LIEBERUM_WEIGHT_C1,
    LIEBERUM_WEIGHT_C2,
    LIEBERUM_WEIGHT_MOBILITY,
    LIEBERUM_WEIGHT_MOVE, // for being the side to move
    LIEBERUM_WEIGHT_COUNT,
} LieberumWeight;

#define LIEBERUM_WEIGHT_BITS 6 // of a fraction of a thousandth
#define LIEBERUM_ROW_COUNT 8
// The largest w, in squares, that is still told from larger ones.
#define LIEBERUM_ROWS_END (1 << (LIEBERUM_ROW_COUNT - 2))

typedef struct LieberumWeights {
    int32_t weight[LIEBERUM_WEIGHT_COUNT];
} LieberumWeights;

static const LieberumWeights LIEBERUM_WEIGHTS_6X6[LIEBERUM_ROW_COUNT] = {
#include "eval/amazons/lieberum_6x6.weights"
};

static const LieberumWeights LIEBERUM_WEIGHTS_8X8[LIEBERUM_ROW_COUNT] = {
#include "eval/amazons/lieberum_8x8.weights"
};

static const LieberumWeights LIEBERUM_WEIGHTS_10X10[LIEBERUM_ROW_COUNT] = {
#include "eval/amazons/lieberum_10x10.weights"
};

// The rows for a board size.
static inline const LieberumWeights *lieberum_weights(int size) {
    switch (size) {
    case 6:
        return LIEBERUM_WEIGHTS_6X6;
    case 8:
        return LIEBERUM_WEIGHTS_8X8;
    default:
        return LIEBERUM_WEIGHTS_10X10;
    }
}
