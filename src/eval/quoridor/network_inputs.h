#pragma once
// What a Quoridor position shows to the network, and where each input lies among the others.
//
// The board is turned so that the side to move, the own side, walks up; the other walks down.
// What is on in a position:
//
//      pawns     where each stands, and where the other stands as seen from the own
//      walls     each wall by its slot, by its way from the own pawn, and from the other pawn
//      corridors each player's squares on shortest paths, and on paths one or two steps longer
//      race      each distance, alone and with the stock of walls that threatens it; the lead with
//                the classes of both stocks; the pair of stocks; the rows between pawns that face
//
// Everything but the walls and pawns depends on the corridors and stocks alone. That is what makes
// the kernel fast: most walls leave both corridors as they are.
//
// The list grew from a prototype's. It counted narrow places of the corridors too, which was worth
// nothing. Distances with stocks were added because it gave too much for a lead against walls.

#include "eval/net/network.h"
#include "rules/quoridor/quoridor.h"

#define INPUT_DISTANCES 32      // distances from there on are one
#define INPUT_DISTANCES_NEAR 16 // the same, with a stock
#define INPUT_STOCKS (QUORIDOR_WALLS + 1)
#define INPUT_CLASSES 4 // of stocks
#define INPUT_LEAD_MAX 8
#define INPUT_LEADS (2 * INPUT_LEAD_MAX + 1)
#define INPUT_OFFSETS (2 * QUORIDOR_SIZE - 1)
// Of slots from a pawn, in columns as in rows.
#define INPUT_WALL_OFFSETS (2 * QUORIDOR_SLOT_SIZE)
#define INPUT_WALLS_FROM (2 * INPUT_WALL_OFFSETS * INPUT_WALL_OFFSETS)

// The first input of each kind.
enum {
    INPUT_PAWN_OWN = 0,
    INPUT_PAWN_OTHER = INPUT_PAWN_OWN + QUORIDOR_SQUARES,
    INPUT_PAWN_OFFSET = INPUT_PAWN_OTHER + QUORIDOR_SQUARES,
    INPUT_WALL = INPUT_PAWN_OFFSET + INPUT_OFFSETS * INPUT_OFFSETS,
    INPUT_WALL_FROM_OWN = INPUT_WALL + 2 * QUORIDOR_SLOTS,
    INPUT_WALL_FROM_OTHER = INPUT_WALL_FROM_OWN + INPUT_WALLS_FROM,
    INPUT_SHORTEST_OWN = INPUT_WALL_FROM_OTHER + INPUT_WALLS_FROM,
    INPUT_NEAR_OWN = INPUT_SHORTEST_OWN + QUORIDOR_SQUARES,
    INPUT_SHORTEST_OTHER = INPUT_NEAR_OWN + QUORIDOR_SQUARES,
    INPUT_NEAR_OTHER = INPUT_SHORTEST_OTHER + QUORIDOR_SQUARES,
    INPUT_STOCK_PAIR = INPUT_NEAR_OTHER + QUORIDOR_SQUARES,
    INPUT_DISTANCE_OWN = INPUT_STOCK_PAIR + INPUT_STOCKS * INPUT_STOCKS,
    INPUT_DISTANCE_OTHER = INPUT_DISTANCE_OWN + INPUT_DISTANCES,
    INPUT_THREAT_OWN = INPUT_DISTANCE_OTHER + INPUT_DISTANCES,
    INPUT_THREAT_OTHER = INPUT_THREAT_OWN + INPUT_DISTANCES_NEAR * INPUT_STOCKS,
    INPUT_LEAD = INPUT_THREAT_OTHER + INPUT_DISTANCES_NEAR * INPUT_STOCKS,
    INPUT_FACING = INPUT_LEAD + INPUT_LEADS * INPUT_CLASSES * INPUT_CLASSES,
    INPUT_COUNT = INPUT_FACING + QUORIDOR_SIZE - 1,
};

// Linear terms.
enum {
    LINEAR_LEAD,
    LINEAR_STOCK_LEAD,
    LINEAR_DISTANCE_OWN,
    LINEAR_DISTANCE_OTHER,
    LINEAR_WIDTH_OWN, // squares on shortest paths
    LINEAR_WIDTH_OTHER,
    LINEAR_ONE,
    LINEAR_COUNT,
};

static inline int input_stock_class(int walls) {
    return walls == 0 ? 0 : walls <= 2 ? 1 : walls <= 5 ? 2 : 3;
}

// The bucket of a position, and the part of INPUT_LEAD that its stocks choose.
static inline int input_bucket(int own_walls, int other_walls) {
    return input_stock_class(own_walls) * INPUT_CLASSES + input_stock_class(other_walls);
}

static inline int input_at_most(int number, int bound) {
    return number < bound ? number : bound;
}

static inline int input_pawn_offset(int own, int other) {
    int rows = quoridor_row(other) - quoridor_row(own) + QUORIDOR_SIZE - 1;
    int columns = quoridor_column(other) - quoridor_column(own) + QUORIDOR_SIZE - 1;
    return INPUT_PAWN_OFFSET + rows * INPUT_OFFSETS + columns;
}

static inline int input_wall(QuoridorKind kind, int slot) {
    return INPUT_WALL + (kind == QUORIDOR_VERTICAL ? QUORIDOR_SLOTS : 0) + slot;
}

// A wall as seen from a pawn is input_walls_from(...) + input_wall_place(...); `first` is
// INPUT_WALL_FROM_OWN or INPUT_WALL_FROM_OTHER.
static inline int input_walls_from(int first, int pawn) {
    int rows = QUORIDOR_SLOT_SIZE - quoridor_row(pawn);
    int columns = QUORIDOR_SLOT_SIZE - quoridor_column(pawn);
    return first + rows * INPUT_WALL_OFFSETS + columns;
}
static inline int input_wall_place(QuoridorKind kind, int slot) {
    return (kind == QUORIDOR_VERTICAL ? INPUT_WALLS_FROM / 2 : 0) +
           quoridor_slot_row(slot) * INPUT_WALL_OFFSETS + quoridor_slot_column(slot);
}

static inline int input_stock_pair(int own_walls, int other_walls) {
    return INPUT_STOCK_PAIR + own_walls * INPUT_STOCKS + other_walls;
}

// A distance; `first` is INPUT_DISTANCE_OWN or INPUT_DISTANCE_OTHER.
static inline int input_distance(int first, int distance) {
    return first + input_at_most(distance, INPUT_DISTANCES - 1);
}

// A distance and the walls of who would make it longer; `first` is INPUT_THREAT_OWN or _OTHER.
static inline int input_threat(int first, int distance, int walls) {
    return first + input_at_most(distance, INPUT_DISTANCES_NEAR - 1) * INPUT_STOCKS + walls;
}

static inline int input_lead(int own_distance, int other_distance, int bucket) {
    int lead = input_at_most(other_distance - own_distance, INPUT_LEAD_MAX);
    lead = lead < -INPUT_LEAD_MAX ? -INPUT_LEAD_MAX : lead;
    return INPUT_LEAD + (lead + INPUT_LEAD_MAX) * INPUT_CLASSES * INPUT_CLASSES + bucket;
}

// Pawns that face each other (route_is_facing), so many rows apart.
static inline int input_facing(int rows) {
    return INPUT_FACING + rows - 1;
}
