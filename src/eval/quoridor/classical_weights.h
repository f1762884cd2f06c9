#pragma once
// What the terms of the classical evaluation are worth, in thousandths of a logit.
//
// They are in a file that `immure train weights quoridor` writes.
//
// Origin: logistic regression of game results on 1,096,000 positions of 28,600 games of self-play
// (a two-ply search over the best moves, half of the games with random stocks of walls, the races
// at their ends solved). What other sets were worth was tried in games at four plies:
//
//      this set against 350 a step and a wall, 60 games               +260 +-114 Elo
//      weights by walls left, 16 sets, against smooth functions, 80   -185 +-87
//      smooth functions of walls left against this set, 80 and 100     -17 +-76, -96 +-71
//      squares on paths at most one step longer, 22 each, 160            0 +-54
//      the same at 44 against 22, 120                                 -183 +-71
//      650 a wall, 120                                                  -6 +-62
//      without facing, 200                                              -7 +-48
//
// The walls left and the squares predict results better, by 0.02 and 0.007 of cross-entropy, but do
// not play better, and counting the squares more than doubles what a value costs. The best damage
// that one wall can do would predict still better (0.02) and costs dozens of floods: that is left
// to the search.

#include "eval/quoridor/classical.h"

enum {
#include "eval/quoridor/classical.weights"
};

static inline int classical_weigh(const ClassicalTerms *terms) {
    return WEIGHT_TEMPO + WEIGHT_DISTANCE * (terms->distance[1] - terms->distance[0]) +
           WEIGHT_WALL * (terms->walls[0] - terms->walls[1]) + WEIGHT_FACING * terms->facing;
}
