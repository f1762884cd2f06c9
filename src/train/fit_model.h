#pragma once
// A network while it learns: floats of the meaning that eval/net/network.h gives to whole numbers.
//
//      sum    = bias + rows of the inputs that are on
//      logit  = sum over units of clip(sum, 0, 1)^2 * output[bucket]
//             + sum over terms of linear[bucket] * term / its unit
//
// and with a policy (eval/net/policy.h)
//
//      place  = sum over units of clip(sum, 0, 1)^2 * policy_output[place]
//             + sum of policy_feature[of the place]
//      logit of a move = sum of its places + sum of policy_feature[of the move]
//
// All weights lie in one array, so that an optimiser need not know what they are.

#include "eval/net/network.h"

typedef struct FitModel {
    const NetworkShape *shape;
    int hidden_count;
    size_t weight_count;
    float *weights; // aligned to 64 bytes, as are all rows of inputs, bias and output
    // Where in it which weights begin; the inputs' rows are first.
    size_t bias_at;
    size_t output_at;
    size_t linear_at;
    bool has_policy;
    size_t policy_output_at; // without a policy this and the next are at the end
    size_t policy_feature_at;
} FitModel;

// Takes memory for a model of zeroes, with a policy if it shall have one; false if it cannot be
// had.
bool fit_model_init(FitModel *model, const NetworkShape *shape, int hidden_count, bool has_policy);
void fit_model_release(FitModel *model);

// An array of floats as long as the weights and aligned like them, all zero; null if it cannot be
// had. Freed by free.
float *fit_model_floats(const FitModel *model);

// Small random weights, to start from.
void fit_model_seed(FitModel *model, uint64_t seed);

// What a network of the same shape and size has learned, to go on from. A policy that only one of
// both has is passed over.
void fit_model_from_network(FitModel *model, const Network *network);

// Rounds to whole numbers; the card stays as it is. The network has a policy if the model has.
void fit_model_to_network(const FitModel *model, Network *network);

// The largest that a weight may be, by its place: what the whole numbers can hold. For the inputs
// it is 1, so that the sum of a hundred of them fits into 16 bits whatever they are.
float fit_model_limit(const FitModel *model, size_t index);
