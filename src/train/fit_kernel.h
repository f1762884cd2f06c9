#pragma once
// The hot functions of the trainer, compiled once for each CPU level. Sums are taken in the same
// order and products rounded before they are added at every level, so all levels learn the same
// weights to the last bit.

#include "base/cpu.h"
#include "train/fit_model.h"

// What Adam remembers of each weight, and what it does in one step (Kingma and Ba, 2015).
typedef struct FitAdam {
    float *weights;
    float *mean;     // of the gradient, fading
    float *variance; // of the gradient, not centred, fading
    // Of this step. Both memories start at zero, which the corrections make up for.
    float rate;
    float mean_correction;
    float variance_correction;
    float divisor; // of the gradient: how many positions it was summed up over
} FitAdam;

#define FIT_ADAM_MEAN_FADING 0.9       // beta1, as published
#define FIT_ADAM_VARIANCE_FADING 0.999 // beta2

typedef struct FitKernel {
    // The logit of a position.
    float (*logit)(const FitModel *model, const NetworkInputs *inputs);

    // Adds to `gradient`, which lies as the weights do, how the cross-entropy between the model and
    // `target`, a win probability, changes with each weight. Returns the logit.
    float (*learn)(
        const FitModel *model, const NetworkInputs *inputs, float target, float *gradient);

    // The logits of a position's moves by the policy.
    void (*policy)(const FitModel *model, const NetworkInputs *inputs, const PolicyView *view,
        size_t count, float *logits);

    // Adds to `gradient` how the cross-entropy between the policy and the moves' `targets`, whose
    // sum is one, changes with each weight, times `weight`; of the policy's own weights alone if
    // `is_apart`. Returns the cross-entropy.
    float (*learn_policy)(const FitModel *model, const NetworkInputs *inputs,
        const PolicyView *view, size_t count, const float *targets, float weight, bool is_apart,
        float *gradient);

    // Adds `count` numbers to others.
    void (*add)(float *restrict sums, const float *restrict numbers, size_t count);

    // Moves the weights between two places by a gradient, up to a limit in size.
    void (*adam)(const FitAdam *adam, const float *gradient, size_t from, size_t to, float limit);
} FitKernel;

// The table for a CPU level that cpu_has().
const FitKernel *fit_kernel(CpuLevel level);

#define FIT_KERNEL(level) extern const FitKernel LEVEL_JOIN(FIT_KERNEL, level);
LEVEL_EACH(FIT_KERNEL)
