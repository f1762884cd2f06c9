#pragma once
// What a position of Amazons shows to a network (eval/net/network.h).
//
// Each square is of one of 28 classes and turns on the input of its number and class. An empty
// square's class is the pair of its queen distances from both sides, which is nearly everything
// that Lieberum's evaluation looks at, but here it may count differently on each square and
// together with each other:
//
//      own distance * 5 + other distance     0, 1, 2: one to three moves; 3: more; 4: no way
//      25, 26, 27                            own amazon, other amazon, arrow
//
// Squares are numbered without gaps here, row by row. The side to move is the own one.
//
// The linear terms are numbers of squares, each said as "own minus other" unless it belongs to
// nobody. King distances are told apart up to five steps. What is farther than the distances that
// are told apart counts as equally far, but never as far as what cannot be reached.

#include "eval/net/network.h"

#define NETWORK_AMAZONS_FAR 3 // the distance class of more than this many queen moves
#define NETWORK_AMAZONS_NEVER 4
#define NETWORK_AMAZONS_DISTANCES 5
#define NETWORK_AMAZONS_OWN 25
#define NETWORK_AMAZONS_OTHER 26
#define NETWORK_AMAZONS_ARROW 27
#define NETWORK_AMAZONS_CLASSES 28

#define NETWORK_AMAZONS_KING_STEPS 5
// An amazon with fewer empty neighbours than this is short of them.
#define NETWORK_AMAZONS_NEIGHBOURS 3

#define NETWORK_AMAZONS_BUCKETS 8

typedef enum NetworkAmazonsTerm {
    NETWORK_AMAZONS_WITHIN_1, // squares within one queen move
    NETWORK_AMAZONS_WITHIN_2,
    NETWORK_AMAZONS_WITHIN_3,
    NETWORK_AMAZONS_REACH,        // squares that can be reached at all
    NETWORK_AMAZONS_QUEEN_NEARER, // squares nearer by queen distance than to the other side
    NETWORK_AMAZONS_QUEEN_EQUAL,  // squares equally near to both
    NETWORK_AMAZONS_CONTESTED,    // squares that both can reach
    NETWORK_AMAZONS_KING_NEARER,
    NETWORK_AMAZONS_KING_EQUAL,
    NETWORK_AMAZONS_KING_LEAD,   // king steps that the other side needs more, over all squares
    NETWORK_AMAZONS_CONFINEMENT, // how many neighbours the other side's amazons are short of more
    NETWORK_AMAZONS_MOVE,        // 1: for having the move
    NETWORK_AMAZONS_TERM_COUNT,
} NetworkAmazonsTerm;

// The bucket of a number of empty squares, at least one: eight phases of the same length.
static inline int network_amazons_bucket(int size, int empty_count) {
    return (empty_count - 1) * NETWORK_AMAZONS_BUCKETS / (size * size - 8);
}

// The number of a square without gaps, where a symmetry puts it: bit 0 mirrors the columns, bit 1
// the rows, bit 2 then exchanges columns and rows.
static inline int network_amazons_number(int size, int column, int row, int symmetry) {
    const int x = symmetry & 1 ? size - 1 - column : column;
    const int y = symmetry & 2 ? size - 1 - row : row;
    return symmetry & 4 ? x * size + y : y * size + x;
}

extern const NetworkShape NETWORK_AMAZONS_6;
extern const NetworkShape NETWORK_AMAZONS_8;
extern const NetworkShape NETWORK_AMAZONS_10;
