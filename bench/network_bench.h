#pragma once
// What the benches of networks share: random weights, and a network's plain form, which shows what
// whole numbers, vectors and differences between siblings save: floats, each position by itself, as
// the compiler makes it of a loop.

#include <stdlib.h>

#include "base/rng.h"
#include "eval/net/network.h"

enum { HIDDEN = 64 };

static inline int random_weight(Rng *rng, int size) {
    return (int)rng_below(rng, 2 * (uint64_t)size + 1) - size;
}

// Weights of about the size that training gives. Returns false if there is no memory.
static inline bool random_network(Network *network, const NetworkShape *shape, Rng *rng) {
    if (!network_init(network, shape, HIDDEN)) {
        return false;
    }
    for (int i = 0; i < shape->input_count * HIDDEN; i++) {
        network->input[i] = (int16_t)random_weight(rng, 30);
    }
    for (int i = 0; i < HIDDEN; i++) {
        network->bias[i] = (int16_t)random_weight(rng, 200);
    }
    for (int i = 0; i < shape->bucket_count * HIDDEN; i++) {
        network->output[i] = (int16_t)random_weight(rng, 60);
    }
    for (int i = 0; i < shape->bucket_count * shape->linear_count; i++) {
        network->linear[i] = random_weight(rng, 2000);
    }
    return true;
}

// The first layer in floats, to be freed; null if there is no memory.
static inline float *float_rows(const Network *network) {
    const size_t count = (size_t)network->shape->input_count * HIDDEN;
    float *rows = calloc(count, sizeof *rows);
    for (size_t i = 0; rows && i < count; i++) {
        rows[i] = (float)network->input[i] / NETWORK_ONE;
    }
    return rows;
}

static inline float float_value(const Network *network, const float *rows, const Position *pos) {
    NetworkInputs inputs;
    network->shape->inputs(pos, 0, &inputs);
    float sums[HIDDEN];
    for (int unit = 0; unit < HIDDEN; unit++) {
        sums[unit] = (float)network->bias[unit] / NETWORK_ONE;
    }
    for (size_t i = 0; i < inputs.active_count; i++) {
        const float *row = rows + inputs.active[i] * HIDDEN;
        for (int unit = 0; unit < HIDDEN; unit++) {
            sums[unit] += row[unit];
        }
    }
    const int16_t *output = network->output + inputs.bucket * HIDDEN;
    float logit = 0;
    for (int unit = 0; unit < HIDDEN; unit++) {
        const float clipped = sums[unit] < 0 ? 0 : sums[unit] > 1 ? 1 : sums[unit];
        logit += clipped * clipped * output[unit] / NETWORK_OUTPUT_ONE;
    }
    const int32_t *linear = network->linear + inputs.bucket * network->shape->linear_count;
    for (int i = 0; i < network->shape->linear_count; i++) {
        logit += (float)linear[i] * inputs.linear[i] / (1000 * NETWORK_LINEAR_ONE);
    }
    return logit;
}
