#include "twin/amazons_eval_twin.h"

#include <math.h>
#include <stdlib.h>

#define FAR AMAZONS_TWIN_FAR

typedef AmazonsTwinDistances Distances;

static bool is_empty(const AmazonsTwin *twin, int x, int y) {
    return x >= 0 && x < twin->size && y >= 0 && y < twin->size && twin->cell[y][x] == TWIN_EMPTY;
}

static AmazonsTwinCell opponent(AmazonsTwinCell side) {
    return side == TWIN_FIRST ? TWIN_SECOND : TWIN_FIRST;
}

// Gives what is one move away from (x, y) its distance, if that is news. Returns whether any was.
static bool walk(const AmazonsTwin *twin, Distances *distances, int x, int y, int longest) {
    const int next = distances->of[y][x] + 1;
    bool found = false;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            for (int i = 1; (dx || dy) && i <= longest; i++) {
                if (!is_empty(twin, x + i * dx, y + i * dy)) {
                    break;
                }
                int *distance = &distances->of[y + i * dy][x + i * dx];
                if (*distance > next) {
                    *distance = next;
                    found = true;
                }
            }
        }
    }
    return found;
}

Distances amazons_twin_distances(const AmazonsTwin *twin, AmazonsTwinCell side, int longest) {
    Distances distances;
    for (int y = 0; y < twin->size; y++) {
        for (int x = 0; x < twin->size; x++) {
            distances.of[y][x] = twin->cell[y][x] == side ? 0 : FAR;
        }
    }
    bool found = true;
    for (int level = 0; found; level++) {
        found = false;
        for (int y = 0; y < twin->size; y++) {
            for (int x = 0; x < twin->size; x++) {
                if (distances.of[y][x] == level) {
                    found |= walk(twin, &distances, x, y, longest);
                }
            }
        }
    }
    return distances;
}

static double territory(int own, int other) {
    if (own == other) {
        return own == FAR ? 0 : 1.0 / 5;
    }
    return own < other ? 1 : -1;
}

static double nearness(int distance) {
    return distance > 7 ? 0 : exp2(-distance);
}

static double lead(int own, int other) {
    return fmin(1, fmax(-1, (other - own) / 6.0));
}

static int empty_neighbours(const AmazonsTwin *twin, int x, int y) {
    int count = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            count += (dx || dy) && is_empty(twin, x + dx, y + dy);
        }
    }
    return count;
}

// How freely the amazon on (x, y) moves among the squares that its opponent can reach.
static double alpha(const AmazonsTwin *twin, const Distances *opponents, int x, int y) {
    double sum = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int i = 1;
            while ((dx || dy) && is_empty(twin, x + i * dx, y + i * dy)) {
                if (opponents->of[y + i * dy][x + i * dx] != FAR) {
                    sum += exp2(-i) * empty_neighbours(twin, x + i * dx, y + i * dy);
                }
                i++;
            }
        }
    }
    return sum;
}

// (1 - alpha / 32)^2 in the steps in which the evaluation knows it: 64 for the root, whole for
// alpha in 1/512, and a full 64 for nobody.
static double confinement(const AmazonsTwin *twin, AmazonsTwinCell side, const Distances *others) {
    double sum = 0;
    for (int y = 0; y < twin->size; y++) {
        for (int x = 0; x < twin->size; x++) {
            if (twin->cell[y][x] == side) {
                double lack = 32 * 512 - 1 - 512 * alpha(twin, others, x, y);
                double root = floor(fmax(0, lack) / 256) / 64;
                sum += root * root;
            }
        }
    }
    return sum;
}

void amazons_twin_terms(const AmazonsTwin *twin, AmazonsTwinTerms *out) {
    const AmazonsTwinCell side = twin->turn;
    const Distances own1 = amazons_twin_distances(twin, side, twin->size);
    const Distances own2 = amazons_twin_distances(twin, side, 1);
    const Distances other1 = amazons_twin_distances(twin, opponent(side), twin->size);
    const Distances other2 = amazons_twin_distances(twin, opponent(side), 1);
    *out = (AmazonsTwinTerms){0};
    for (int y = 0; y < twin->size; y++) {
        for (int x = 0; x < twin->size; x++) {
            if (!is_empty(twin, x, y)) {
                continue;
            }
            const int own = own1.of[y][x];
            const int other = other1.of[y][x];
            out->t1 += territory(own, other);
            out->t2 += territory(own2.of[y][x], other2.of[y][x]);
            out->c1 += 2 * (nearness(own) - nearness(other));
            out->c2 += lead(own2.of[y][x], other2.of[y][x]);
            if (own != FAR && other != FAR) {
                out->w += exp2(-fmin(6, abs(own - other)));
            }
        }
    }
    const double difference =
        confinement(twin, opponent(side), &own1) - confinement(twin, side, &other1);
    out->mobility = trunc(64 * out->w * difference) / 64;
}
