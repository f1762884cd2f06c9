#include "eval/net/network.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define ALIGNMENT 64

// Rounded up, so that what follows an array is aligned too.
static size_t aligned(size_t size_bytes) {
    return (size_bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static bool init(
    Network *network, const NetworkShape *shape, int hidden_count, const PolicyShape *policy) {
    assert(hidden_count > 0 && hidden_count <= NETWORK_HIDDEN_MAX);
    assert(hidden_count % NETWORK_HIDDEN_STEP == 0);
    assert(shape->bucket_count <= NETWORK_BUCKETS_MAX);
    assert(shape->linear_count <= NETWORK_LINEAR_MAX);
    const size_t row = (size_t)hidden_count * sizeof(int16_t);
    const size_t input = aligned((size_t)shape->input_count * row);
    const size_t bias = aligned(row);
    const size_t output = aligned((size_t)shape->bucket_count * row);
    const size_t linear =
        aligned((size_t)shape->bucket_count * (size_t)shape->linear_count * sizeof(int32_t));
    const size_t policy_output = policy ? aligned((size_t)policy->output_count * row) : 0;
    const size_t policy_feature =
        policy ? aligned((size_t)policy->feature_count * sizeof(int32_t)) : 0;
    const size_t value = input + bias + output + linear;
    const size_t size = value + policy_output + policy_feature;
    char *memory = (char *)aligned_alloc(ALIGNMENT, size);
    if (!memory) {
        return false;
    }
    memset(memory, 0, size);
    *network = (Network){
        .shape = shape,
        .hidden_count = hidden_count,
        .input = (int16_t *)memory,
        .bias = (int16_t *)(memory + input),
        .output = (int16_t *)(memory + input + bias),
        .linear = (int32_t *)(memory + input + bias + output),
        .policy_output = policy ? (int16_t *)(memory + value) : NULL,
        .policy_feature = policy ? (int32_t *)(memory + value + policy_output) : NULL,
        .memory = memory,
    };
    text_init(&network->card);
    return true;
}

bool network_init(Network *network, const NetworkShape *shape, int hidden_count) {
    return init(network, shape, hidden_count, NULL);
}

bool network_init_with_policy(Network *network, const NetworkShape *shape, int hidden_count) {
    assert(shape->policy);
    return init(network, shape, hidden_count, shape->policy);
}

void network_release(Network *network) {
    free(network->memory);
    text_release(&network->card);
    *network = (Network){0};
    text_init(&network->card);
}

const NetworkShape *network_shape_for(const Rules *rules, const Variant *variant) {
    for (const NetworkShape *const *shape = NETWORK_SHAPES; *shape; shape++) {
        if (strcmp((*shape)->game, rules->name) == 0 && (*shape)->board_size == variant->size) {
            return *shape;
        }
    }
    return NULL;
}

int network_hidden(const Network *network, const NetworkInputs *inputs, int unit) {
    uint16_t sum = (uint16_t)network->bias[unit];
    for (size_t i = 0; i < inputs->active_count; i++) {
        assert(inputs->active[i] < network->shape->input_count);
        sum = (uint16_t)(sum + network->input[inputs->active[i] * network->hidden_count + unit]);
    }
    const int signed_sum = (int16_t)sum;
    return signed_sum < 0 ? 0 : signed_sum > NETWORK_ONE ? NETWORK_ONE : signed_sum;
}

int network_value(const Network *network, const NetworkInputs *inputs) {
    const NetworkShape *shape = network->shape;
    const int hidden_count = network->hidden_count;
    assert(inputs->bucket >= 0 && inputs->bucket < shape->bucket_count);
    const int16_t *output = network->output + inputs->bucket * hidden_count;
    int64_t hidden_sum = 0;
    for (int unit = 0; unit < hidden_count; unit++) {
        const int64_t clipped = network_hidden(network, inputs, unit);
        hidden_sum += clipped * clipped * output[unit];
    }
    const int32_t *linear = network->linear + inputs->bucket * shape->linear_count;
    int64_t linear_sum = 0;
    for (int i = 0; i < shape->linear_count; i++) {
        linear_sum += (int64_t)linear[i] * inputs->linear[i];
    }
    return network_finish(hidden_sum, linear_sum);
}
