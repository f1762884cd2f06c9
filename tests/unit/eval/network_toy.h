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
}
