// Where one value comes from, in reading order:
//
//  1. network_inputs.h           what a position shows to the network
//  2. rules/amazons/board.h      squares as bits; board_set.inc: sets of either width
//  3. lanes.h                    the vectors in which several sets lie side by side
//  4. eval/net/accumulator.h     the hidden layer, updated row by row
//  5. network_template.inc       from sets to values, compiled for both widths
//  6. this file                  a network's weights for one position, and what is exported

#include "eval/amazons/network.h"

#include <string.h>

#include "eval/amazons/lanes.h"
#include "eval/amazons/network_inputs.h"
#include "eval/net/accumulator.h"
#include "rules/amazons/board.h"

// This level's prototypes: hot files are not told which levels are built in.
NETWORK_AMAZONS_KERNEL(IMMURE_LEVEL)

// The linear terms of boards that kings' distances give.
typedef struct KingTerms {
    int64_t nearer[WIDE_COUNT];
    int64_t equal[WIDE_COUNT];
    int64_t lead[WIDE_COUNT];
} KingTerms;

// What is used of a network in one phase of the game.
typedef struct Weights {
    Bits128 board;
    int row_gap; // numbers between two rows that are no squares
    const int16_t *input;
    const int16_t *bias;
    const int16_t *output;
    const int32_t *linear;
    int64_t class_worth[NETWORK_AMAZONS_CLASSES]; // of those linear terms that sum over classes
} Weights;

// The linear terms that a single empty square adds to, by the classes of its distances.
static int64_t empty_worth(int own, int other, const int32_t *linear) {
    int64_t worth = 0;
    for (int i = 0; i < NETWORK_AMAZONS_NEVER; i++) {
        worth += linear[NETWORK_AMAZONS_WITHIN_1 + i] * ((own <= i) - (other <= i));
    }
    if (own == other) {
        worth += own == NETWORK_AMAZONS_NEVER ? 0 : linear[NETWORK_AMAZONS_QUEEN_EQUAL];
    } else {
        const int64_t nearer = linear[NETWORK_AMAZONS_QUEEN_NEARER];
        worth += own < other ? nearer : -nearer;
    }
    const bool contested = own < NETWORK_AMAZONS_NEVER && other < NETWORK_AMAZONS_NEVER;
    return worth + (contested ? linear[NETWORK_AMAZONS_CONTESTED] : 0);
}

static Weights weights_for(const Network *network, int size, int empty_count) {
    const int bucket = network_amazons_bucket(size, empty_count);
    Weights weights = {
        .board = amazons_board(size),
        .row_gap = amazons_stride(size) - size,
        .input = network->input,
        .bias = network->bias,
        .output = network->output + bucket * network->hidden_count,
        .linear = network->linear + bucket * NETWORK_AMAZONS_TERM_COUNT,
    };
    for (int own = 0; own < NETWORK_AMAZONS_DISTANCES; own++) {
        for (int other = 0; other < NETWORK_AMAZONS_DISTANCES; other++) {
            weights.class_worth[own * NETWORK_AMAZONS_DISTANCES + other] =
                empty_worth(own, other, weights.linear);
        }
    }
    return weights;
}

INLINE int64_t king_worth(const KingTerms *terms, int board, const Weights *weights) {
    return weights->linear[NETWORK_AMAZONS_KING_NEARER] * terms->nearer[board] +
           weights->linear[NETWORK_AMAZONS_KING_EQUAL] * terms->equal[board] +
           weights->linear[NETWORK_AMAZONS_KING_LEAD] * terms->lead[board];
}

// 6x6 and 8x8.
#define BOARD_BITS 64
#include "eval/amazons/network_template.inc"
#undef BOARD_BITS

// 10x10.
#define BOARD_BITS 128
#include "eval/amazons/network_template.inc"
#undef BOARD_BITS

// The same for each usual number of hidden units, which is a constant then.
#define FOR_HIDDEN_COUNT(hidden_count, CALL)                                                       \
    switch (hidden_count) {                                                                        \
    case 64:                                                                                       \
        CALL(64);                                                                                  \
        break;                                                                                     \
    case 128:                                                                                      \
        CALL(128);                                                                                 \
        break;                                                                                     \
    default:                                                                                       \
        CALL(hidden_count);                                                                        \
    }

void LEVEL_NAME(network_amazons_inputs)(const Position *pos, int symmetry, NetworkInputs *out) {
    const int size = pos->variant->size;
    const Bits128 empty = amazons_empty(pos);
    const Bits128 own = pos->amazons.amazons[pos->turn];
    const Bits128 other = pos->amazons.amazons[side_other(position_turn(pos))];
    if (size > 8) {
        inputs_128(empty, own, other, size, symmetry, out);
    } else {
        inputs_64((uint64_t)empty, (uint64_t)own, (uint64_t)other, size, symmetry, out);
    }
}

int LEVEL_NAME(network_amazons_value)(const Evaluator *self, const Position *pos) {
    const Network *network = self->network;
    const Bits128 empty = amazons_empty(pos);
    const Bits128 own = pos->amazons.amazons[pos->turn];
    const Bits128 other = pos->amazons.amazons[side_other(position_turn(pos))];
    const Weights weights = weights_for(network, pos->variant->size, bits128_count(empty));
    int result = 0;
#define VALUE_64(hidden)                                                                           \
    result = value_64((uint64_t)empty, (uint64_t)own, (uint64_t)other, &weights, hidden)
#define VALUE_128(hidden) result = value_128(empty, own, other, &weights, hidden)
    if (pos->variant->size > 8) {
        FOR_HIDDEN_COUNT(network->hidden_count, VALUE_128)
    } else {
        FOR_HIDDEN_COUNT(network->hidden_count, VALUE_64)
    }
    return result;
}

void LEVEL_NAME(network_amazons_move_values)(
    const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *values) {
    const Network *network = self->network;
    const Bits128 empty = amazons_empty(pos);
    const Bits128 own = pos->amazons.amazons[pos->turn];
    const Bits128 other = pos->amazons.amazons[side_other(position_turn(pos))];
    // Each move takes one empty square.
    const Weights weights = weights_for(network, pos->variant->size, bits128_count(empty) - 1);
#define MOVES_64(hidden)                                                                           \
    move_values_64(                                                                                \
        (uint64_t)empty, (uint64_t)own, (uint64_t)other, moves, count, &weights, values, hidden)
#define MOVES_128(hidden) move_values_128(empty, own, other, moves, count, &weights, values, hidden)
    if (pos->variant->size > 8) {
        FOR_HIDDEN_COUNT(network->hidden_count, MOVES_128)
    } else {
        FOR_HIDDEN_COUNT(network->hidden_count, MOVES_64)
    }
}
