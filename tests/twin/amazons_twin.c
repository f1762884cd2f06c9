#include "twin/amazons_twin.h"

#include <stdlib.h>

void amazons_twin_start(AmazonsTwin *twin, int size) {
    *twin = (AmazonsTwin){.size = size, .turn = TWIN_FIRST};
    int p = (size - 1) / 3;
    int q = size - 1 - p;
    int last = size - 1;
    twin->cell[p][0] = twin->cell[0][p] = twin->cell[0][q] = twin->cell[p][last] = TWIN_FIRST;
    twin->cell[q][0] = twin->cell[last][p] = twin->cell[last][q] = twin->cell[q][last] =
        TWIN_SECOND;
}

static bool is_empty(const AmazonsTwin *twin, int x, int y) {
    return x >= 0 && x < twin->size && y >= 0 && y < twin->size && twin->cell[y][x] == TWIN_EMPTY;
}

static int sign(int number) {
    return (number > 0) - (number < 0);
}

static bool can_slide(const AmazonsTwin *twin, int x0, int y0, int x1, int y1) {
    int dx = x1 - x0;
    int dy = y1 - y0;
    if ((dx == 0 && dy == 0) || (dx != 0 && dy != 0 && abs(dx) != abs(dy))) {
        return false;
    }
    int x = x0;
    int y = y0;
    do {
        x += sign(dx);
        y += sign(dy);
        if (!is_empty(twin, x, y)) {
            return false;
        }
    } while (x != x1 || y != y1);
    return true;
}

// Appends the arrows of an amazon that has gone from (x0, y0) to (x1, y1).
static size_t shoot(const AmazonsTwin *twin, int x0, int y0, int x1, int y1, AmazonsTwinMove *out) {
    static const int DX[] = {1, 0, 1, -1, -1, 0, -1, 1};
    static const int DY[] = {0, 1, 1, 1, 0, -1, -1, -1};
    size_t count = 0;
    for (int d = 0; d < 8; d++) {
        int x = x1 + DX[d];
        int y = y1 + DY[d];
        while (is_empty(twin, x, y) || (x == x0 && y == y0)) {
            out[count++] = (AmazonsTwinMove){x0, y0, x1, y1, x, y};
            x += DX[d];
            y += DY[d];
        }
    }
    return count;
}

static size_t move_amazon(const AmazonsTwin *twin, int x0, int y0, AmazonsTwinMove *out) {
    size_t count = 0;
    for (int y1 = 0; y1 < twin->size; y1++) {
        for (int x1 = 0; x1 < twin->size; x1++) {
            if (can_slide(twin, x0, y0, x1, y1)) {
                count += shoot(twin, x0, y0, x1, y1, out + count);
            }
        }
    }
    return count;
}

size_t amazons_twin_moves(const AmazonsTwin *twin, AmazonsTwinMove *out) {
    size_t count = 0;
    for (int y = 0; y < twin->size; y++) {
        for (int x = 0; x < twin->size; x++) {
            if (twin->cell[y][x] == twin->turn) {
                count += move_amazon(twin, x, y, out + count);
            }
        }
    }
    return count;
}

void amazons_twin_play(AmazonsTwin *twin, AmazonsTwinMove move) {
    twin->cell[move.y0][move.x0] = TWIN_EMPTY;
    twin->cell[move.y1][move.x1] = twin->turn;
    twin->cell[move.y2][move.x2] = TWIN_ARROW;
    twin->turn = twin->turn == TWIN_FIRST ? TWIN_SECOND : TWIN_FIRST;
}
