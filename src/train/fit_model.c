#include "train/fit_model.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

#define ALIGNMENT 64
// Thousandths of a logit, as a fraction of what a network's linear weights count.
#define LINEAR_SCALE (1000.0f * NETWORK_LINEAR_ONE)
#define INPUT_LIMIT 1.0f
#define OUTPUT_LIMIT (127.0f / NETWORK_OUTPUT_ONE)
#define LINEAR_LIMIT 20.0f // a term of the usual size decides the game
#define FEATURE_LIMIT (NETWORK_FEATURE_MAX / LINEAR_SCALE)
#define LINE_FLOATS 16 // of an aligned line

// Where the prototype started from (docs/training.md): units about half open, outputs small.
#define SEED_INPUT 0.06f
#define SEED_BIAS 0.4f
#define SEED_OUTPUT 0.05f

bool fit_model_init(FitModel *model, const NetworkShape *shape, int hidden_count, bool has_policy) {
    assert(hidden_count % NETWORK_HIDDEN_STEP == 0 && hidden_count <= NETWORK_HIDDEN_MAX);
    const size_t hidden = (size_t)hidden_count;
    const size_t bias_at = (size_t)shape->input_count * hidden;
    const size_t output_at = bias_at + hidden;
    const size_t linear_at = output_at + (size_t)shape->bucket_count * hidden;
    const size_t value_count = linear_at + (size_t)(shape->bucket_count * shape->linear_count);
    *model = (FitModel){
        .shape = shape,
        .hidden_count = hidden_count,
        .weight_count = value_count,
        .bias_at = bias_at,
        .output_at = output_at,
        .linear_at = linear_at,
        .has_policy = has_policy,
        .policy_output_at = value_count,
        .policy_feature_at = value_count,
    };
    if (has_policy) {
        const PolicyShape *policy = shape->policy;
        model->policy_output_at = (value_count + LINE_FLOATS - 1) / LINE_FLOATS * LINE_FLOATS;
        model->policy_feature_at = model->policy_output_at + (size_t)policy->output_count * hidden;
        model->weight_count = model->policy_feature_at + (size_t)policy->feature_count;
    }
    model->weights = fit_model_floats(model);
    return model->weights;
}

void fit_model_release(FitModel *model) {
    free(model->weights);
    *model = (FitModel){0};
}

float *fit_model_floats(const FitModel *model) {
    const size_t size = (model->weight_count * sizeof(float) + ALIGNMENT - 1) & ~(ALIGNMENT - 1ul);
    float *floats = aligned_alloc(ALIGNMENT, size);
    if (floats) {
        memset(floats, 0, size);
    }
    return floats;
}

static float around_zero(Rng *rng, float size) {
    return (float)(2 * rng_unit(rng) - 1) * size;
}

void fit_model_seed(FitModel *model, uint64_t seed) {
    Rng rng;
    rng_init(&rng, seed);
    for (size_t i = 0; i < model->weight_count; i++) {
        model->weights[i] = i < model->bias_at     ? around_zero(&rng, SEED_INPUT)
                            : i < model->output_at ? SEED_BIAS
                            : i < model->linear_at ? around_zero(&rng, SEED_OUTPUT)
                                                   : 0;
    }
}

float fit_model_limit(const FitModel *model, size_t index) {
    return index < model->output_at           ? INPUT_LIMIT
           : index < model->linear_at         ? OUTPUT_LIMIT
           : index < model->policy_output_at  ? LINEAR_LIMIT
           : index < model->policy_feature_at ? OUTPUT_LIMIT
                                              : FEATURE_LIMIT;
}

// The factor from the float at a place of the linear weights to its whole number.
static float linear_scale(const NetworkShape *shape, size_t index) {
    return LINEAR_SCALE / shape->linear_units[index % (size_t)shape->linear_count];
}

// How many weights the linear terms have; what follows may only fill up a line.
static size_t linear_weights(const FitModel *model) {
    return (size_t)(model->shape->bucket_count * model->shape->linear_count);
}

static bool shares_policy(const FitModel *model, const Network *network) {
    return model->has_policy && network->policy_output;
}

void fit_model_from_network(FitModel *model, const Network *network) {
    assert(model->shape == network->shape && model->hidden_count == network->hidden_count);
    for (size_t i = 0; i < model->bias_at; i++) {
        model->weights[i] = network->input[i] / (float)NETWORK_ONE;
    }
    for (size_t i = model->bias_at; i < model->output_at; i++) {
        model->weights[i] = network->bias[i - model->bias_at] / (float)NETWORK_ONE;
    }
    for (size_t i = model->output_at; i < model->linear_at; i++) {
        model->weights[i] = network->output[i - model->output_at] / (float)NETWORK_OUTPUT_ONE;
    }
    for (size_t i = 0; i < linear_weights(model); i++) {
        model->weights[model->linear_at + i] =
            (float)network->linear[i] / linear_scale(model->shape, i);
    }
    if (!shares_policy(model, network)) {
        return;
    }
    for (size_t i = model->policy_output_at; i < model->policy_feature_at; i++) {
        model->weights[i] =
            network->policy_output[i - model->policy_output_at] / (float)NETWORK_OUTPUT_ONE;
    }
    for (size_t i = model->policy_feature_at; i < model->weight_count; i++) {
        model->weights[i] =
            (float)network->policy_feature[i - model->policy_feature_at] / LINEAR_SCALE;
    }
}

void fit_model_to_network(const FitModel *model, Network *network) {
    assert(model->shape == network->shape && model->hidden_count == network->hidden_count);
    for (size_t i = 0; i < model->bias_at; i++) {
        network->input[i] = (int16_t)lrintf(model->weights[i] * NETWORK_ONE);
    }
    for (size_t i = model->bias_at; i < model->output_at; i++) {
        network->bias[i - model->bias_at] = (int16_t)lrintf(model->weights[i] * NETWORK_ONE);
    }
    for (size_t i = model->output_at; i < model->linear_at; i++) {
        network->output[i - model->output_at] =
            (int16_t)lrintf(model->weights[i] * NETWORK_OUTPUT_ONE);
    }
    for (size_t i = 0; i < linear_weights(model); i++) {
        network->linear[i] =
            (int32_t)lrintf(model->weights[model->linear_at + i] * linear_scale(model->shape, i));
    }
    if (!shares_policy(model, network)) {
        return;
    }
    for (size_t i = model->policy_output_at; i < model->policy_feature_at; i++) {
        network->policy_output[i - model->policy_output_at] =
            (int16_t)lrintf(model->weights[i] * NETWORK_OUTPUT_ONE);
    }
    for (size_t i = model->policy_feature_at; i < model->weight_count; i++) {
        network->policy_feature[i - model->policy_feature_at] =
            (int32_t)lrintf(model->weights[i] * LINEAR_SCALE);
    }
}
