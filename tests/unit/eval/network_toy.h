#pragma once
// A shape small enough to compute by hand, with no game behind it.

#include "base/rng.h"
#include "eval/net/network.h"

static void toy_no_inputs(const Position *pos, int symmetry, NetworkInputs *out) {
    (void)pos;
    (void)symmetry;
    *out = (NetworkInputs){0};
}

static const int16_t TOY_UNITS[] = {1, 10, 100};

// Moves of three places and two features, all by their index.
static inline void toy_policy_view(const Position *pos, int symmetry, const NetworkInputs *inputs,
    const Move *moves, size_t count, PolicyView *out) {
    (void)pos;
    (void)symmetry;
    (void)inputs;
    (void)moves;
    out->place_count = 4;
    for (uint16_t i = 0; i < out->place_count; i++) {
        out->places[i] = (PolicyPlace){
            .output = (uint16_t)(3 - i), .feature_count = 2, .features = {i, (uint16_t)(i + 1)}};
    }
    for (size_t i = 0; i < count; i++) {
        out->moves[i] = (PolicyMove){
            .places = {(uint16_t)(i % 4), (uint16_t)(i * i % 4), (uint16_t)(i / 4 % 4)},
            .features = {(uint16_t)(i % 7), 6}};
    }
}

static const PolicyShape TOY_POLICY = {
    .output_count = 4,
    .feature_count = 7,
    .move_places = 3,
    .move_features = 2,
    .view = toy_policy_view,
};

static const NetworkShape TOY_SHAPE = {
    .name = "toy",
    .game = "amazons",
    .board_size = 3,
    .input_count = 5,
    .bucket_count = 2,
    .linear_count = 3,
    .linear_units = TOY_UNITS,
    .symmetry_count = 1,
    .inputs = toy_no_inputs,
    .policy = &TOY_POLICY,
};

static inline void toy_fill(Network *network, uint64_t seed) {
    const NetworkShape *shape = network->shape;
    Rng rng;
    rng_init(&rng, seed);
    for (int i = 0; i < shape->input_count * network->hidden_count; i++) {
        network->input[i] = (int16_t)((int)rng_below(&rng, 201) - 100);
    }
    for (int i = 0; i < network->hidden_count; i++) {
        network->bias[i] = (int16_t)((int)rng_below(&rng, 201) - 100);
    }
    for (int i = 0; i < shape->bucket_count * network->hidden_count; i++) {
        network->output[i] = (int16_t)((int)rng_below(&rng, 255) - 127);
    }
    for (int i = 0; i < shape->bucket_count * shape->linear_count; i++) {
        network->linear[i] = (int32_t)rng_below(&rng, 200001) - 100000;
    }
    if (network->policy_output) {
        for (int i = 0; i < shape->policy->output_count * network->hidden_count; i++) {
            network->policy_output[i] = (int16_t)((int)rng_below(&rng, 255) - 127);
        }
        for (int i = 0; i < shape->policy->feature_count; i++) {
            network->policy_feature[i] = (int32_t)rng_below(&rng, 200001) - 100000;
        }
    }
}
