#pragma once
// The tree as text: how mcts_save.c writes and mcts_restore.c reads it. mcts.h says what for.
//
//   text    CRC-32 and version, check of the position that was answered with, replies
//   reply   length in characters, move, visits, mean, minimax, record of the node
//   record  number of visited children, whether the children are all moves; the best minimax of the
//           visited ones, if it is higher than the node's says; these; the records of those that
//           have one
//   child   how many children were passed over, visits; whether it has a record, else whether it is
//           proven; proof, or minimax and mean
//
// A node with a record is evaluated again when it is next visited (mcts_stored.h). That gives its
// moves, their order, priors and first evaluations, so that a record says only what the search
// found out, and the node is as it was. A node without one is a leaf again, with its visits and its
// mean.
//
// Numbers are as short as they can be: minimax is told by how far it is below the best of the
// record, a mean by how far it is from minimax; a leaf that was visited once has minimax for a
// mean. What is proven has neither.
//
// A reply begins with a character, so that all others can be skipped: one of them was played.

#include "base/bit_text.h"
#include "search/mcts_parts.h"

#define RECORD_VERSION 4
#define RECORD_VERSION_BITS 7
#define RECORD_HEAD_CHARACTERS 6 // CRC-32 and version
#define RECORD_LENGTH_BITS 26
#define RECORD_LENGTH_CHARACTERS 4
#define RECORD_WP_BITS 10
// Most differences have so many bits.
#define RECORD_MINIMAX_BITS 5
#define RECORD_MEAN_BITS 4
#define RECORD_PROOF_BITS 2

#define RECORD_WP_ONE ((1u << RECORD_WP_BITS) - 1)

static inline uint32_t record_from_wp(uint32_t wp) {
    return (wp * RECORD_WP_ONE + WP_ONE / 2) / WP_ONE;
}

static inline uint16_t record_to_wp(uint32_t stored) {
    return (uint16_t)((stored * WP_ONE + RECORD_WP_ONE / 2) / RECORD_WP_ONE);
}

// The best minimax among a node's children by its own, as it is stored. It may be higher
// only where a transposition has changed them since.
static inline uint32_t record_usual_best(uint16_t minimax) {
    return RECORD_WP_ONE - record_from_wp(minimax);
}

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
