#pragma once
// A board as the network sees it, lists of the inputs that are on, and the accumulator updated by
// them.

#include "base/bits.h"
#include "eval/net/accumulator.h"
#include "eval/quoridor/network_inputs.h"
#include "eval/quoridor/trace.h"

// Inputs that are on.
typedef struct InputList {
    size_t count;
    uint16_t input[NETWORK_ACTIVE_MAX];
} InputList;

INLINE void list_put(InputList *list, int input) {
    list->input[list->count++] = (uint16_t)input;
}

INLINE void accumulator_add_list(
    Accumulator *accumulator, const Network *network, int units, const InputList *list) {
    for (size_t i = 0; i < list->count; i++) {
        accumulator_add(accumulator, network_row(network, units, list->input[i]), units);
    }
}

// Rows for the squares of one colour: `row` is the one for bit 0, and from bit to bit it is two on.
typedef struct SquareRows {
    uint64_t squares;
    const int16_t *row;
} SquareRows;

typedef struct SquareRowsList {
    size_t count;
    SquareRows item[8 + 2]; // two players, colours and kinds of squares, and empty ones at the end
} SquareRowsList;

// Writes a set that is not kept if it is empty.
INLINE void rows_put(SquareRowsList *list, uint64_t squares, const int16_t *row) {
    list->item[list->count] = (SquareRows){squares, row};
    list->count += squares != 0;
}

// Adds or subtracts them all. How many squares there are of each kind cannot be guessed, so one
// loop goes through all kinds, and only its end comes as a surprise.
INLINE void accumulator_change_rows(
    Accumulator *accumulator, SquareRowsList *list, bool is_added, int units) {
    list->item[list->count].squares = list->item[list->count + 1].squares = 0;
    const SquareRows *item = list->item;
    uint64_t squares = item[0].squares;
    uint64_t next = item[1].squares;
    while (squares) {
        const int16_t *row = item->row + 2 * bits64_pop(&squares) * units;
        if (is_added) {
            accumulator_add(accumulator, row, units);
        } else {
            accumulator_subtract(accumulator, row, units);
        }
        const bool is_empty = squares == 0;
        squares |= next & -(uint64_t)is_empty;
        item += is_empty;
        next = item[1].squares;
    }
}

// Turned so that the own side walks up like the first player. Index 0 is the own side, 1 the other.
typedef struct View {
    bool is_turned;
    Ways ways;
    SplitWays open; // the same
    uint64_t horizontal;
    uint64_t vertical;
    int pawn[2];
    int walls_left[2];
} View;

static inline Bits128 flip_rows(Bits128 set) {
    Bits128 flipped = 0;
    for (int row = 0; row < QUORIDOR_SIZE; row++) {
        Bits128 squares = (set >> row * QUORIDOR_SIZE) & (bits128_bit(QUORIDOR_SIZE) - 1);
        flipped |= squares << (QUORIDOR_SIZE - 1 - row) * QUORIDOR_SIZE;
    }
    return flipped;
}

static inline int view_square(const View *view, int square) {
    return view->is_turned
               ? quoridor_square(quoridor_column(square), QUORIDOR_SIZE - 1 - quoridor_row(square))
               : square;
}

static inline int view_slot(const View *view, int slot) {
    return view->is_turned ? slot ^ (QUORIDOR_SLOTS - QUORIDOR_SLOT_SIZE) : slot;
}

static inline View view_of(const Position *pos, Side own) {
    const QuoridorPosition *board = &pos->quoridor;
    const Side other = side_other(own);
    View view = {
        .is_turned = own == SIDE_SECOND,
        .ways = ways_open(board),
        .horizontal = board->horizontal,
        .vertical = board->vertical,
        .walls_left = {board->walls_left[own], board->walls_left[other]},
    };
    view.pawn[0] = view_square(&view, board->pawn[own]);
    view.pawn[1] = view_square(&view, board->pawn[other]);
    if (view.is_turned) {
        // A way is named by its lower square, which was the upper one.
        view.ways.north = flip_rows(view.ways.north) >> QUORIDOR_SIZE;
        view.ways.east = flip_rows(view.ways.east);
        view.horizontal = __builtin_bswap64(view.horizontal);
        view.vertical = __builtin_bswap64(view.vertical);
    }
    view.open = (SplitWays){split_from(view.ways.north), split_from(view.ways.east)};
    return view;
}

static inline void list_walls(InputList *list, const View *view) {
    for (uint64_t slots = view->horizontal; slots;) {
        list_put(list, input_wall(QUORIDOR_HORIZONTAL, bits64_pop(&slots)));
    }
    for (uint64_t slots = view->vertical; slots;) {
        list_put(list, input_wall(QUORIDOR_VERTICAL, bits64_pop(&slots)));
    }
}

// As seen from a pawn: `first` is from input_walls_from.
static inline void list_walls_from(InputList *list, const View *view, int first) {
    for (uint64_t slots = view->horizontal; slots;) {
        list_put(list, first + input_wall_place(QUORIDOR_HORIZONTAL, bits64_pop(&slots)));
    }
    for (uint64_t slots = view->vertical; slots;) {
        list_put(list, first + input_wall_place(QUORIDOR_VERTICAL, bits64_pop(&slots)));
    }
}

// What a move of the other side leaves as it is, but for the corridor.
static inline void list_own(InputList *list, const View *view) {
    list_put(list, INPUT_PAWN_OWN + view->pawn[0]);
    list_walls(list, view);
    list_walls_from(list, view, input_walls_from(INPUT_WALL_FROM_OWN, view->pawn[0]));
}

// What its pawn takes along, but for the corridor.
static inline void list_other(InputList *list, const View *view, int pawn) {
    list_put(list, INPUT_PAWN_OTHER + pawn);
    list_put(list, input_pawn_offset(view->pawn[0], pawn));
    list_walls_from(list, view, input_walls_from(INPUT_WALL_FROM_OTHER, pawn));
}

// The stocks of both players, and what depends on nothing else.
typedef struct Stocks {
    int walls[2];
    int bucket;
} Stocks;

static inline Stocks stocks_of(int own, int other) {
    return (Stocks){{own, other}, input_bucket(own, other)};
}

static inline void list_race(InputList *list, const Stocks *stocks, int own, int other) {
    list_put(list, input_distance(INPUT_DISTANCE_OWN, own));
    list_put(list, input_distance(INPUT_DISTANCE_OTHER, other));
    list_put(list, input_threat(INPUT_THREAT_OWN, own, stocks->walls[1]));
    list_put(list, input_threat(INPUT_THREAT_OTHER, other, stocks->walls[0]));
    list_put(list, input_lead(own, other, stocks->bucket));
}

static inline void list_facing(InputList *list, const View *view, int pawn) {
    if (route_is_facing(view->ways, view->pawn[0], pawn)) {
        list_put(list, input_facing(quoridor_row(pawn) - quoridor_row(view->pawn[0])));
    }
}

// The linear terms of positions that differ in their corridors alone.
typedef struct Linear {
    int64_t constant;
    int64_t distance[2]; // weights, by player
    int64_t width[2];
} Linear;

static inline Linear linear_of(const Network *network, const Stocks *stocks) {
    const int32_t *weights = network->linear + stocks->bucket * LINEAR_COUNT;
    const int64_t lead = weights[LINEAR_LEAD];
    const int64_t stock_lead = stocks->walls[0] - stocks->walls[1];
    return (Linear){
        .constant = weights[LINEAR_ONE] + weights[LINEAR_STOCK_LEAD] * stock_lead,
        .distance = {weights[LINEAR_DISTANCE_OWN] - lead, weights[LINEAR_DISTANCE_OTHER] + lead},
        .width = {weights[LINEAR_WIDTH_OWN], weights[LINEAR_WIDTH_OTHER]},
    };
}

static inline int64_t linear_sum(
    const Linear *linear, const SplitCorridor *own, const SplitCorridor *other) {
    return linear->constant + linear->distance[0] * own->length +
           linear->distance[1] * other->length + linear->width[0] * split_count(own->shortest) +
           linear->width[1] * split_count(other->shortest);
}
