#pragma once
// A policy: how likely a search is to visit each move of a position, asked once a node.
//
// Moves are made of places that many of them share. In Amazons a move has three: where the amazon
// stands, where it goes, and where its arrow goes; in Quoridor a move is one. A place has a row of
// weights for the hidden units of the value network, whose accumulator it shares, and a few
// features of its own; a move has features that say how its places lie to each other, so that an
// arrow depends on the step before it:
//
//      place  = sum over units of clip(sum, 0, 1)^2 * output[place] + sum of its features
//      logit  = sum of its places + sum of its own features
//
// So a node costs its places and a few additions for each move: some tens of values, where it has
// hundreds or thousands of moves. Softmax of the logits over the moves of a position is the policy.
// All is whole numbers as in network.h: outputs in fractions of NETWORK_OUTPUT_ONE, features in
// fractions of NETWORK_LINEAR_ONE thousandths of a logit.
//
// A game says by PolicyShape.view what its moves are made of; trainer, reference implementation and
// kernels all read that.

#include "rules/rules.h"

// Of a position. Amazons has 4 + 92 + 96 on 10x10, Quoridor 128 walls and 5 steps.
#define POLICY_PLACES_MAX 300
#define POLICY_PLACE_FEATURES_MAX 8
#define POLICY_MOVE_PLACES_MAX 3
#define POLICY_MOVE_FEATURES_MAX 2

struct Network;
struct NetworkInputs;

typedef struct PolicyPlace {
    uint16_t output; // its row
    uint16_t feature_count;
    uint16_t features[POLICY_PLACE_FEATURES_MAX];
} PolicyPlace;

typedef struct PolicyMove {
    uint16_t places[POLICY_MOVE_PLACES_MAX]; // in PolicyView.places
    uint16_t features[POLICY_MOVE_FEATURES_MAX];
} PolicyMove;

// The moves of a position, in the order in which they were asked for.
typedef struct PolicyView {
    size_t place_count;
    PolicyPlace places[POLICY_PLACES_MAX];
    PolicyMove moves[MOVES_MAX];
} PolicyView;

typedef struct PolicyShape {
    int output_count;
    int feature_count;
    int move_places; // of each move
    int move_features;
    // The inputs are those of the position, turned by the same symmetry.
    void (*view)(const Position *pos, int symmetry, const struct NetworkInputs *inputs,
        const Move *moves, size_t count, PolicyView *out);
} PolicyShape;

// The hidden sums of rows of outputs: sum over units of clip(sum)^2 * weight. The reference
// implementation; the kernels (policy_kernel.h) give the same.
void policy_output_sums(const struct Network *network, const struct NetworkInputs *inputs,
    const PolicyView *view, int32_t *sums);

// The logits of all moves, in thousandths, from the sums of their places.
void policy_logits(const struct Network *network, const PolicyView *view, const int32_t *sums,
    size_t count, int *logits);
