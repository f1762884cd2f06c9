#pragma once
// What Lieberum's terms are worth, by board size and by w.
//
// A row holds the weights at one value of w, in squares: 0, 1, 2, 4, and so on to 64; between two
// rows they are mixed, beyond the last one they stay. A weight is in 1/64 of a thousandth of a
// logit for one unit of its term (lieberum.h).
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
    // clang-format off
    //   t1     t2    c1     c2  mobility move
    {{53036,     0,    0,     0,     0, -132589}}, // w = 0
    {{ 6651, 12466,  105,   742,  1058,   17147}}, // w = 1
    {{ 2412,  7273,   50,  5894,   982,  -23576}}, // w = 2
    {{ 3908,  1355,    2,  7084,   495,    8433}}, // w = 4
    {{ 2288,  2090,   68,  3934,    67,   11518}}, // w = 8
    {{    0,   150,  232,  2558,     0,   39567}}, // w = 16
    {{    0,   129,  231,  2552,     0,   39556}}, // w = 32
    {{    0,   129,  231,  2552,     0,   39556}}, // w = 64
    // clang-format on
};

static const LieberumWeights LIEBERUM_WEIGHTS_8X8[LIEBERUM_ROW_COUNT] = {
    // clang-format off
    //   t1     t2    c1     c2  mobility move
    {{19514,     0,    0,     0,     0,  -48786}}, // w = 0
    {{ 5730,  2858,   65,   650,   470,   -4077}}, // w = 1
    {{ 4124,  2963,   28,  2438,   430,   -7274}}, // w = 2
    {{ 2821,  1855,   30,  2609,   263,     807}}, // w = 4
    {{ 2355,  1086,    7,  2300,    99,    3477}}, // w = 8
    {{ 1211,  1483,   15,  1805,    23,     367}}, // w = 16
    {{    0,    81,   81,  1185,     1,   19647}}, // w = 32
    {{    0,     3,   79,  1154,     0,   19647}}, // w = 64
    // clang-format on
};

static const LieberumWeights LIEBERUM_WEIGHTS_10X10[LIEBERUM_ROW_COUNT] = {
    // clang-format off
    //   t1     t2    c1     c2  mobility move
    {{10026,     0,    0,     0,     0,  -25065}}, // w = 0
    {{ 3885,   269,   54,   731,   139,    3006}}, // w = 1
    {{ 3448,   975,   56,   689,   147,   -2754}}, // w = 2
    {{ 3425,   289,   59,   981,   115,    4483}}, // w = 4
    {{ 2115,  1208,   35,   778,    68,    6555}}, // w = 8
    {{  968,  1163,   36,   598,    28,    8429}}, // w = 16
    {{  363,   661,   30,  1021,    15,    6124}}, // w = 32
    {{    0,     0,   12,   454,     0,    7808}}, // w = 64
    // clang-format on
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
