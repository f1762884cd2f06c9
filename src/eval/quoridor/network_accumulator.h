#pragma once
// Lists of the inputs whose rows are added to an accumulator (eval/net/accumulator.h) or
// subtracted.

#include "base/bits.h"
#include "eval/net/accumulator.h"

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
