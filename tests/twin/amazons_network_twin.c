#include "twin/amazons_network_twin.h"

static int distance_class(int distance) {
    return distance == AMAZONS_TWIN_FAR ? 4 : distance > 3 ? 3 : distance - 1;
}

// From six king steps on a way is long; none is longer than that.
static int king_class(int distance) {
    return distance == AMAZONS_TWIN_FAR ? 7 : distance > 5 ? 6 : distance;
}

static int sign(int number) {
    return (number > 0) - (number < 0);
}

static int at_most_six(int number) {
    return number < 6 ? number : 6;
}

// How many neighbours fewer than three an amazon has that are empty.
static int neighbours_lacking(const AmazonsTwin *twin, int x, int y) {
    int count = 0;
    for (int other_y = y - 1; other_y <= y + 1; other_y++) {
        for (int other_x = x - 1; other_x <= x + 1; other_x++) {
            count += other_x >= 0 && other_x < twin->size && other_y >= 0 && other_y < twin->size &&
                     twin->cell[other_y][other_x] == TWIN_EMPTY;
        }
    }
    return count < 3 ? 3 - count : 0;
}

static void add_queen_terms(int own, int other, int *linear) {
    for (int level = 0; level < 4; level++) {
        linear[level] += (own <= level) - (other <= level);
    }
    linear[4] += sign(other - own);
    linear[5] += own == other && own < 4;
    linear[6] += own < 4 && other < 4;
}

static void add_king_terms(int own, int other, int *linear) {
    linear[7] += sign(other - own);
    linear[8] += own == other && own < 7;
    linear[9] += at_most_six(other) - at_most_six(own);
}

void amazons_network_twin(const AmazonsTwin *twin, AmazonsNetworkTwin *out) {
    const AmazonsTwinCell side = twin->turn;
    const AmazonsTwinCell opponent = side == TWIN_FIRST ? TWIN_SECOND : TWIN_FIRST;
    const AmazonsTwinDistances own = amazons_twin_distances(twin, side, twin->size);
    const AmazonsTwinDistances other = amazons_twin_distances(twin, opponent, twin->size);
    const AmazonsTwinDistances own_king = amazons_twin_distances(twin, side, 1);
    const AmazonsTwinDistances other_king = amazons_twin_distances(twin, opponent, 1);
    *out = (AmazonsNetworkTwin){0};
    for (int y = 0; y < twin->size; y++) {
        for (int x = 0; x < twin->size; x++) {
            const AmazonsTwinCell cell = twin->cell[y][x];
            if (cell != TWIN_EMPTY) {
                out->square_class[y][x] = cell == side ? 25 : cell == opponent ? 26 : 27;
                out->linear[10] += cell == opponent ? neighbours_lacking(twin, x, y) : 0;
                out->linear[10] -= cell == side ? neighbours_lacking(twin, x, y) : 0;
                continue;
            }
            const int own_class = distance_class(own.of[y][x]);
            const int other_class = distance_class(other.of[y][x]);
            out->empty_count++;
            out->square_class[y][x] = own_class * 5 + other_class;
            add_queen_terms(own_class, other_class, out->linear);
            add_king_terms(
                king_class(own_king.of[y][x]), king_class(other_king.of[y][x]), out->linear);
        }
    }
    out->linear[11] = 1;
}
