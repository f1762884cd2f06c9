#pragma once
// A model and what teaches it: gradients of batches on all threads, and Adam.
//
// A batch is always cut into the same parts, each with a gradient of its own, and these are summed
// up in the order of the parts. So the weights are the same for any number of threads.

#include "base/thread_pool.h"
#include "train/fit_data.h"
#include "train/fit_kernel.h"

#define FIT_PARTS 8

// Which part of a network learns.
typedef enum FitHeads {
    FIT_VALUE,  // the value; there is no policy
    FIT_BOTH,   // both, with the accumulator that they share
    FIT_POLICY, // the policy alone: values stay as they are
} FitHeads;

typedef struct FitTrainer {
    FitModel model;
    const FitKernel *kernel;
    ThreadPool *pool;
    FitHeads heads;
    float *mean; // Adam's (fit_kernel.h)
    float *variance;
    float *gradients[FIT_PARTS];
    uint64_t step_count; // taken
} FitTrainer;

// A part of a data set, in the order in which it is learned.
typedef struct FitBatch {
    const FitPositions *positions;
    const uint32_t *order; // null for as they are
    size_t from;
    size_t to;
    uint64_t seed; // of the symmetries; 0 for none
} FitBatch;

typedef struct FitLoss {
    double loss;        // mean cross-entropy with the targets, in nats
    double accuracy;    // share of the positions with a winner whose winner is named
    double policy_loss; // mean cross-entropy with the shares of visits; 0 without a policy
} FitLoss;

// The pool stays the caller's. False if there is no memory.
bool fit_trainer_init(FitTrainer *trainer, const NetworkShape *shape, int hidden_count,
    FitHeads heads, CpuLevel level, ThreadPool *pool);
void fit_trainer_release(FitTrainer *trainer);

// Learns from a batch, which is not empty; its positions have shares if a policy learns. Returns
// the mean loss before: the value's, or of a policy alone the policy's.
double fit_trainer_learn(FitTrainer *trainer, const FitBatch *batch, double rate);

// How well the model, or its network of whole numbers, does.
FitLoss fit_trainer_measure(const FitTrainer *trainer, const FitPositions *positions);
FitLoss fit_trainer_measure_network(
    const FitTrainer *trainer, const Network *network, const FitPositions *positions);
