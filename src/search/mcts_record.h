#pragma once
// The tree as text: how mcts_save.c writes and mcts_restore.c reads it. mcts.h says what for.
//
//   text    CRC-32 and version, check of the position that was answered with, replies
//   reply   length in characters, move, visits, mean, minimax, record of the node
//   record  number of visited children, of unvisited ones that follow, whether these are all moves;
//           the best minimax among them, if it is not the node's; the children; the records of
//           those visited ones that have one
//   child   move, prior; if visited: visits, whether it has a record, proof; minimax; mean
//
// There is room for a part of the tree of a second, so numbers are as short as they can be. Priors
// are told by how much smaller they are than the one before: children lie in their order. Minimax
// is told by how far it is below the best of the record, a mean by how far it is from minimax; a
// leaf that was visited once has minimax for a mean. What is proven has neither.
//
// A reply begins with a character, so that all others can be skipped: one of them was played. Moves
// are indices into the list of legal ones, so none that is read can be illegal.
//
// Of the unvisited children only the next ones to visit are stored, and a placeholder for all
// others (tree.h). So a node that is restored selects as it did before without being evaluated
// again, until the placeholder is selected.

#include "base/bit_text.h"
#include "search/mcts_parts.h"

#define RECORD_VERSION 3
#define RECORD_VERSION_BITS 7
#define RECORD_HEAD_CHARACTERS 6 // CRC-32 and version
#define RECORD_LENGTH_BITS 26
#define RECORD_LENGTH_CHARACTERS 4
#define RECORD_WP_BITS 10
// Most differences have so many bits.
#define RECORD_MINIMAX_BITS 5
#define RECORD_MEAN_BITS 4
#define RECORD_PROOF_BITS 2
#define RECORD_NEXT_BITS 3
#define RECORD_NEXT_MAX 4

#define RECORD_WP_ONE ((1u << RECORD_WP_BITS) - 1)

static inline uint32_t record_from_wp(uint32_t wp) {
    return (wp * RECORD_WP_ONE + WP_ONE / 2) / WP_ONE;
}

static inline uint16_t record_to_wp(uint32_t stored) {
    return (uint16_t)((stored * WP_ONE + RECORD_WP_ONE / 2) / RECORD_WP_ONE);
}

// A prior as a small floating-point number: three bits behind the first one, so 6 % are lost.
static inline uint32_t record_from_prior(uint32_t prior) {
    const int shift = prior < 16 ? 0 : 28 - __builtin_clz(prior);
    return (uint32_t)shift * 8 + (prior >> shift);
}

static inline uint16_t record_to_prior(uint32_t stored) {
    const uint32_t shift = stored < 16 ? 0 : stored / 8 - 1;
    const uint32_t prior = ((stored - shift * 8) << shift) + ((1u << shift) >> 1);
    return (uint16_t)(prior < PRIOR_ONE ? prior : PRIOR_ONE);
}

// What the first prior of a record is smaller than.
#define RECORD_PRIOR_FIRST record_from_prior(PRIOR_ONE)

// A difference without its sign: 0, -1, 1, -2, 2 are 0 to 4.
static inline uint32_t record_from_difference(int difference) {
    return difference < 0 ? (uint32_t)(-difference) * 2 - 1 : (uint32_t)difference * 2;
}

static inline int record_to_difference(uint32_t stored) {
    return stored & 1 ? -(int)(stored / 2) - 1 : (int)(stored / 2);
}

// The width of an index into so many moves.
static inline int record_index_bits(size_t move_count) {
    return move_count < 2 ? 1 : 32 - __builtin_clz((uint32_t)move_count - 1);
}
