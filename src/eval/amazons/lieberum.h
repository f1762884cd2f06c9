#pragma once
// Lieberum's evaluation of Amazons, complete (J. Lieberum, "An evaluation function for the game of
// Amazons", Theoretical Computer Science 349, 2005).
//
// D1 and D2 are the numbers of queen and king moves that a side needs to a square. Everything is
// said from the view of the side to move, as sums over the empty squares:
//
//      t1, t2    territory by D1, D2: 1 for a square that is nearer to the own side, -1 for the
//                other, 1/5 if both are equally near (the side to move gets there first)
//      c1        2 * (2^-D1 of the own side - 2^-D1 of the other): what is one or two moves away
//      c2        (D2 of the other side - D2 of the own) / 6, between -1 and 1
//      w         2^-|difference in D1| over the squares that both sides can reach; 0 means that
//                the board is divided up and that only filling is left
//      mobility  f(w, alpha) over the other side's amazons minus the own ones', where alpha says
//                how freely an amazon moves and f = w * max(0, 1 - alpha / 32)^2
//
// An amazon's alpha is the sum of 2^-d N(b) over the squares b that it reaches with one move and
// that its opponent can reach at all, d king steps away and with N empty neighbours.
//
// They are blended by w: the value is s(w) * (f1 t1 + f2 c1 + f3 c2 + f4 t2) with f1 to f4 not
// negative, of sum 1, and f1(0) = 1; plus a weight for mobility and one for having the move. The
// products of s and f are the rows of lieberum_weights.h.
//
// Terms are integers in fractions of a square, so that every CPU level gives the same.

#include "base/cpu.h"
#include "eval/evaluator.h"

#define LIEBERUM_T_UNIT 5         // of t1 and t2 a square
#define LIEBERUM_T_EQUAL 1        // for a square equally near, of the unit above
#define LIEBERUM_C1_UNIT 64       // of c1; 2^-D1 is 0 beyond a distance of 7
#define LIEBERUM_C2_UNIT 6        // of c2
#define LIEBERUM_W_UNIT 64        // of w; 2^-difference is never less than 1/64
#define LIEBERUM_MOBILITY_UNIT 64 // of mobility
#define LIEBERUM_ALPHA_UNIT 512   // of alpha
#define LIEBERUM_ALPHA_FREE 32    // an amazon with this alpha, in whole, is free

typedef struct LieberumTerms {
    int t1;
    int t2;
    int c1;
    int c2;
    int w;
    int mobility;
} LieberumTerms;

// The terms, the value and the values of moves (evaluator.h), compiled for each CPU level.
#define LIEBERUM_KERNEL(level)                                                                     \
    void LEVEL_JOIN(lieberum_terms, level)(const Position *pos, LieberumTerms *out);               \
    int LEVEL_JOIN(lieberum_value, level)(const Evaluator *self, const Position *pos);             \
    void LEVEL_JOIN(lieberum_move_values, level)(                                                  \
        const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *values);

LEVEL_EACH(LIEBERUM_KERNEL)

// The table for a CPU level that cpu_has().
const Evaluator *lieberum_evaluator(CpuLevel level);
