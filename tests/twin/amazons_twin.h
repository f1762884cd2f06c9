#pragma once
// The rules of Amazons written once more, slowly and obviously: the twin that the fast rules are
// compared with. It shares no code with them.
//
// The board is Botzone's: x to the right, y down, from 0, with the first player on top.

#include <stdbool.h>
#include <stddef.h>

typedef enum AmazonsTwinCell { TWIN_EMPTY, TWIN_FIRST, TWIN_SECOND, TWIN_ARROW } AmazonsTwinCell;

typedef struct AmazonsTwin {
    int size;
    AmazonsTwinCell turn;         // TWIN_FIRST or TWIN_SECOND
    AmazonsTwinCell cell[10][10]; // [y][x]
} AmazonsTwin;

typedef struct AmazonsTwinMove {
    int x0, y0; // amazon from
    int x1, y1; // amazon to
    int x2, y2; // arrow
} AmazonsTwinMove;

// More moves than any position has.
#define AMAZONS_TWIN_MOVES_MAX 5000

void amazons_twin_start(AmazonsTwin *twin, int size);

// Amazons and targets row by row; arrows from a target by direction: right, down, right-down,
// left-down, and then their opposites, outwards.
size_t amazons_twin_moves(const AmazonsTwin *twin, AmazonsTwinMove *out);

void amazons_twin_play(AmazonsTwin *twin, AmazonsTwinMove move);
