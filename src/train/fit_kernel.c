#include "train/fit_kernel.h"

#include <string.h>

#include "base/logit.h"
#include "base/portable_math.h"

#define FIT_LANES 8
#define EPSILON 1e-8f // of Adam: the published one

typedef float Floats __attribute__((vector_size(4 * FIT_LANES)));
typedef int32_t Ints __attribute__((vector_size(4 * FIT_LANES)));

// Vectors of the largest hidden layer.
#define VECTORS_MAX (NETWORK_HIDDEN_MAX / FIT_LANES)

INLINE Floats floats_of(float number) {
    return number - (Floats){0};
}

INLINE Floats floats_where(Ints condition, Floats numbers) {
    return (Floats)(condition & (Ints)numbers);
}

// Cuts to 0 and 1.
INLINE Floats floats_clip(Floats x) {
    const Floats one = floats_of(1);
    x = floats_where(x > 0, x);
    return (Floats)(((Ints)x & (x < one)) | ((Ints)one & (x >= one)));
}

INLINE float floats_sum(Floats x) {
    return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
}

// The sums of the hidden units.
INLINE void sum_rows(const FitModel *model, const NetworkInputs *inputs, int hidden, Floats *sums) {
    const int count = hidden / FIT_LANES;
    const Floats *bias = (const Floats *)(model->weights + model->bias_at);
    for (int j = 0; j < count; j++) {
        sums[j] = bias[j];
    }
    for (size_t i = 0; i < inputs->active_count; i++) {
        const Floats *row =
            (const Floats *)(model->weights + (size_t)inputs->active[i] * (size_t)hidden);
        for (int j = 0; j < count; j++) {
            sums[j] += row[j];
        }
    }
}

INLINE const float *linear_row(const FitModel *model, const NetworkInputs *inputs) {
    return model->weights + model->linear_at + inputs->bucket * model->shape->linear_count;
}

INLINE float logit_of(
    const FitModel *model, const NetworkInputs *inputs, int hidden, const Floats *sums) {
    const Floats *output =
        (const Floats *)(model->weights + model->output_at + inputs->bucket * hidden);
    Floats total = {0};
    for (int j = 0; j < hidden / FIT_LANES; j++) {
        const Floats clipped = floats_clip(sums[j]);
        total += clipped * clipped * output[j];
    }
    float logit = floats_sum(total);
    const float *linear = linear_row(model, inputs);
    for (int i = 0; i < model->shape->linear_count; i++) {
        logit += linear[i] * ((float)inputs->linear[i] / (float)model->shape->linear_units[i]);
    }
    return logit;
}

// Adds the gradients by the sums of the hidden units to those of the rows that were summed up.
INLINE void add_to_rows(const FitModel *model, const NetworkInputs *inputs, int hidden,
    const Floats *back, float *gradient) {
    const int count = hidden / FIT_LANES;
    Floats *bias_gradient = (Floats *)(gradient + model->bias_at);
    for (int j = 0; j < count; j++) {
        bias_gradient[j] += back[j];
    }
    for (size_t i = 0; i < inputs->active_count; i++) {
        Floats *row = (Floats *)(gradient + (size_t)inputs->active[i] * (size_t)hidden);
        for (int j = 0; j < count; j++) {
            row[j] += back[j];
        }
    }
}

// Adds the gradients by the hidden units' weights; `slope` is the loss's by the logit.
INLINE void push_back(const FitModel *model, const NetworkInputs *inputs, int hidden,
    const Floats *sums, float slope, float *gradient) {
    const int count = hidden / FIT_LANES;
    const size_t output_at = model->output_at + (size_t)(inputs->bucket * hidden);
    const Floats *output = (const Floats *)(model->weights + output_at);
    Floats *output_gradient = (Floats *)(gradient + output_at);
    Floats back[VECTORS_MAX];
    for (int j = 0; j < count; j++) {
        const Floats clipped = floats_clip(sums[j]);
        output_gradient[j] += slope * clipped * clipped;
        // The clipped ends are flat.
        back[j] = floats_where(sums[j] < 1, 2 * slope * clipped * output[j]);
    }
    add_to_rows(model, inputs, hidden, back, gradient);
}

INLINE float logit_sized(const FitModel *model, const NetworkInputs *inputs, int hidden) {
    Floats sums[VECTORS_MAX];
    sum_rows(model, inputs, hidden, sums);
    return logit_of(model, inputs, hidden, sums);
}

INLINE float learn_sized(
    const FitModel *model, const NetworkInputs *inputs, int hidden, float target, float *gradient) {
    Floats sums[VECTORS_MAX];
    sum_rows(model, inputs, hidden, sums);
    const float logit = logit_of(model, inputs, hidden, sums);
    // In double: libraries differ in its last bit, which rounding to float drops.
    const float slope = (float)(logit_to_probability((double)logit) - (double)target);
    push_back(model, inputs, hidden, sums, slope, gradient);
    float *linear = gradient + (linear_row(model, inputs) - model->weights);
    for (int i = 0; i < model->shape->linear_count; i++) {
        linear[i] += slope * ((float)inputs->linear[i] / (float)model->shape->linear_units[i]);
    }
    return logit;
}

// The squares of the clipped units, from which the places of a policy are summed up.
INLINE void square_units(const Floats *sums, int hidden, Floats *squares) {
    for (int j = 0; j < hidden / FIT_LANES; j++) {
        const Floats clipped = floats_clip(sums[j]);
        squares[j] = clipped * clipped;
    }
}

INLINE void policy_of(const FitModel *model, const PolicyView *view, size_t count, int hidden,
    const Floats *squares, float *logits) {
    const PolicyShape *shape = model->shape->policy;
    const float *features = model->weights + model->policy_feature_at;
    float places[POLICY_PLACES_MAX];
    for (size_t i = 0; i < view->place_count; i++) {
        const PolicyPlace *place = &view->places[i];
        const Floats *row = (const Floats *)(model->weights + model->policy_output_at +
                                             (size_t)place->output * (size_t)hidden);
        Floats total = {0};
        for (int j = 0; j < hidden / FIT_LANES; j++) {
            total += squares[j] * row[j];
        }
        places[i] = floats_sum(total);
        for (size_t j = 0; j < place->feature_count; j++) {
            places[i] += features[place->features[j]];
        }
    }
    for (size_t i = 0; i < count; i++) {
        const PolicyMove *move = &view->moves[i];
        float logit = 0;
        for (int j = 0; j < shape->move_places; j++) {
            logit += places[move->places[j]];
        }
        for (int j = 0; j < shape->move_features; j++) {
            logit += features[move->features[j]];
        }
        logits[i] = logit;
    }
}

static void policy(const FitModel *model, const NetworkInputs *inputs, const PolicyView *view,
    size_t count, float *logits) {
    Floats sums[VECTORS_MAX];
    Floats squares[VECTORS_MAX];
    sum_rows(model, inputs, model->hidden_count, sums);
    square_units(sums, model->hidden_count, squares);
    policy_of(model, view, count, model->hidden_count, squares, logits);
}

// Turns logits into slopes, the softmax less the targets, and returns the cross-entropy.
static float take_slopes(const float *targets, size_t count, float *logits) {
    float most = logits[0];
    for (size_t i = 1; i < count; i++) {
        most = logits[i] > most ? logits[i] : most;
    }
    float sum = 0;
    float mean = 0; // of the logits, by the targets
    for (size_t i = 0; i < count; i++) {
        mean += targets[i] * (logits[i] - most);
        logits[i] = portable_exp(logits[i] - most);
        sum += logits[i];
    }
    for (size_t i = 0; i < count; i++) {
        logits[i] = logits[i] / sum - targets[i];
    }
    return portable_log(sum) - mean;
}

// Adds the gradients by the policy's weights, and by the hidden units' squares to `back`.
INLINE void push_policy_back(const FitModel *model, const PolicyView *view, size_t count,
    int hidden, const Floats *squares, const float *slopes, float weight, float *gradient,
    Floats *back) {
    const PolicyShape *shape = model->shape->policy;
    float *features = gradient + model->policy_feature_at;
    float places[POLICY_PLACES_MAX];
    memset(places, 0, view->place_count * sizeof *places);
    for (size_t i = 0; i < count; i++) {
        const PolicyMove *move = &view->moves[i];
        const float slope = slopes[i] * weight;
        for (int j = 0; j < shape->move_places; j++) {
            places[move->places[j]] += slope;
        }
        for (int j = 0; j < shape->move_features; j++) {
            features[move->features[j]] += slope;
        }
    }
    for (size_t i = 0; i < view->place_count; i++) {
        const PolicyPlace *place = &view->places[i];
        const size_t row_at = model->policy_output_at + (size_t)place->output * (size_t)hidden;
        const Floats *row = (const Floats *)(model->weights + row_at);
        Floats *row_gradient = (Floats *)(gradient + row_at);
        for (int j = 0; j < hidden / FIT_LANES; j++) {
            row_gradient[j] += places[i] * squares[j];
            back[j] += places[i] * row[j];
        }
        for (size_t j = 0; j < place->feature_count; j++) {
            features[place->features[j]] += places[i];
        }
    }
}

static float learn_policy(const FitModel *model, const NetworkInputs *inputs,
    const PolicyView *view, size_t count, const float *targets, float weight, bool is_apart,
    float *gradient) {
    const int hidden = model->hidden_count;
    float logits[MOVES_MAX];
    Floats sums[VECTORS_MAX];
    Floats squares[VECTORS_MAX];
    Floats back[VECTORS_MAX] = {0};
    sum_rows(model, inputs, hidden, sums);
    square_units(sums, hidden, squares);
    policy_of(model, view, count, hidden, squares, logits);
    const float loss = take_slopes(targets, count, logits);
    push_policy_back(model, view, count, hidden, squares, logits, weight, gradient, back);
    if (!is_apart) {
        for (int j = 0; j < hidden / FIT_LANES; j++) {
            // The clipped ends are flat.
            back[j] = floats_where(sums[j] < 1, 2 * floats_clip(sums[j]) * back[j]);
        }
        add_to_rows(model, inputs, hidden, back, gradient);
    }
    return loss;
}

// The usual sizes become loops of constant length, whose sums stay in registers.

static float logit(const FitModel *model, const NetworkInputs *inputs) {
    switch (model->hidden_count) {
    case 32:
        return logit_sized(model, inputs, 32);
    case 64:
        return logit_sized(model, inputs, 64);
    case 128:
        return logit_sized(model, inputs, 128);
    default:
        return logit_sized(model, inputs, model->hidden_count);
    }
}

static float learn(
    const FitModel *model, const NetworkInputs *inputs, float target, float *gradient) {
    switch (model->hidden_count) {
    case 32:
        return learn_sized(model, inputs, 32, target, gradient);
    case 64:
        return learn_sized(model, inputs, 64, target, gradient);
    case 128:
        return learn_sized(model, inputs, 128, target, gradient);
    default:
        return learn_sized(model, inputs, model->hidden_count, target, gradient);
    }
}

static void add(float *restrict sums, const float *restrict numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        sums[i] += numbers[i];
    }
}

static void adam(
    const FitAdam *adam, const float *restrict gradient, size_t from, size_t to, float limit) {
    const FitAdam step = *adam; // nothing below can change it
    float *restrict weights = step.weights;
    float *restrict mean = step.mean;
    float *restrict variance = step.variance;
    for (size_t i = from; i < to; i++) {
        const float slope = gradient[i] / step.divisor;
        mean[i] = (float)FIT_ADAM_MEAN_FADING * mean[i] + (float)(1 - FIT_ADAM_MEAN_FADING) * slope;
        variance[i] = (float)FIT_ADAM_VARIANCE_FADING * variance[i] +
                      (float)(1 - FIT_ADAM_VARIANCE_FADING) * slope * slope;
        const float speed = mean[i] * step.mean_correction;
        const float size = __builtin_sqrtf(variance[i] * step.variance_correction);
        const float weight = weights[i] - step.rate * speed / (size + EPSILON);
        weights[i] = weight > limit ? limit : weight < -limit ? -limit : weight;
    }
}

const FitKernel LEVEL_NAME(FIT_KERNEL) = {
    .logit = logit,
    .learn = learn,
    .policy = policy,
    .learn_policy = learn_policy,
    .add = add,
    .adam = adam,
};
