#pragma once
// The tree as text: how mcts_save.c writes and mcts_restore.c reads it. mcts.h says what for.
//
//   text    CRC-32 and version, check of the position that was answered with, replies
//   reply   length in characters, move, visits, mean, minimax, record of the node
//   record  number of visited children, of unvisited ones that follow, whether these are all moves;
//           the children; the records of those visited ones that have one
//   child   move, prior; if visited: visits, mean, proof, whether it has a record; minimax
//
// A reply begins with a character, so that all others can be skipped: one of them was played. Moves
// are indices into the list of legal ones, so none that is read can be illegal.
//
// Of the unvisited children only the next ones to visit are stored, and a placeholder for all
// others (tree.h). So a node that is restored selects as it did before without being evaluated
// again, until the placeholder is selected.

#include "base/bit_text.h"
#include "search/mcts_parts.h"

#define RECORD_VERSION 2
#define RECORD_VERSION_BITS 7
#define RECORD_HEAD_CHARACTERS 6 // CRC-32 and version
#define RECORD_LENGTH_BITS 26
#define RECORD_LENGTH_CHARACTERS 4
#define RECORD_WP_BITS 12
#define RECORD_PRIOR_BITS 8
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

// A prior as a small floating-point number: four bits behind the first one, so 3 % are lost.
static inline uint32_t record_from_prior(uint32_t prior) {
    const int shift = prior < 32 ? 0 : 27 - __builtin_clz(prior);
    return (uint32_t)shift * 16 + (prior >> shift);
}

static inline uint16_t record_to_prior(uint32_t stored) {
    const uint32_t shift = stored < 32 ? 0 : stored / 16 - 1;
    const uint32_t prior = ((stored - shift * 16) << shift) + ((1u << shift) >> 1);
    return (uint16_t)(prior < PRIOR_ONE ? prior : PRIOR_ONE);
}

// The width of an index into so many moves.
static inline int record_index_bits(size_t move_count) {
    return move_count < 2 ? 1 : 32 - __builtin_clz((uint32_t)move_count - 1);
}
