#include "train/fit_trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/logit.h"
#include "base/rng.h"

// Parts of the work on the weights themselves, which are many but cheap.
#define WEIGHT_PARTS 16
#define LINE_FLOATS 16 // floats of a cache line: parts share none

// Of the policy's loss where both learn. Not tuned: the policy in nets/ was trained alone
// (docs/training.md).
#define POLICY_WEIGHT 0.3f

bool fit_trainer_init(FitTrainer *trainer, const NetworkShape *shape, int hidden_count,
    FitHeads heads, CpuLevel level, ThreadPool *pool) {
    *trainer = (FitTrainer){.kernel = fit_kernel(level), .pool = pool, .heads = heads};
    bool done = fit_model_init(&trainer->model, shape, hidden_count, heads != FIT_VALUE);
    if (done) {
        trainer->mean = fit_model_floats(&trainer->model);
        trainer->variance = fit_model_floats(&trainer->model);
        done = trainer->mean && trainer->variance;
        for (int part = 0; part < FIT_PARTS; part++) {
            trainer->gradients[part] = fit_model_floats(&trainer->model);
            done = done && trainer->gradients[part];
        }
    }
    if (!done) {
        fit_trainer_release(trainer);
    }
    return done;
}

void fit_trainer_release(FitTrainer *trainer) {
    for (int part = 0; part < FIT_PARTS; part++) {
        free(trainer->gradients[part]);
    }
    free(trainer->mean);
    free(trainer->variance);
    fit_model_release(&trainer->model);
    *trainer = (FitTrainer){0};
}

typedef struct LearnJob {
    FitTrainer *trainer;
    const FitBatch *batch;
    double losses[FIT_PARTS];
    FitAdam adam;
} LearnJob;

// A training example of the policy.
typedef struct PolicyExample {
    size_t count;
    Move moves[MOVES_MAX];
    float targets[MOVES_MAX];
    PolicyView view;
} PolicyExample;

static void policy_example_init(PolicyExample *example, const NetworkShape *shape,
    const Position *pos, int symmetry, const NetworkInputs *inputs, const FitShares *shares) {
    const Rules *rules = rules_find(slice_from(shape->game));
    example->count = rules->moves(pos, example->moves);
    shape->policy->view(pos, symmetry, inputs, example->moves, example->count, &example->view);
    float sum = 0;
    for (size_t i = 0; i < shares->count; i++) {
        sum += shares->shares[i].share;
    }
    for (size_t i = 0; i < example->count; i++) {
        example->targets[i] = 0;
        for (size_t j = 0; j < shares->count; j++) {
            if (shares->shares[j].move == example->moves[i]) {
                example->targets[i] = shares->shares[j].share / sum;
            }
        }
    }
}

// The cross-entropy between the policy and the shares of visits.
static double policy_loss(const PolicyExample *example, const float *logits) {
    double most = (double)logits[0];
    for (size_t i = 1; i < example->count; i++) {
        most = fmax(most, (double)logits[i]);
    }
    double sum = 0;
    double mean = 0;
    for (size_t i = 0; i < example->count; i++) {
        sum += exp((double)logits[i] - most);
        mean += (double)example->targets[i] * ((double)logits[i] - most);
    }
    return log(sum) - mean;
}

static void learn_part(void *context, int part) {
    LearnJob *job = context;
    const FitBatch *batch = job->batch;
    const FitTrainer *trainer = job->trainer;
    const FitModel *model = &trainer->model;
    const NetworkShape *shape = model->shape;
    const size_t count = batch->to - batch->from;
    const size_t end = batch->from + count * (size_t)(part + 1) / FIT_PARTS;
    float *gradient = trainer->gradients[part];
    memset(gradient, 0, model->weight_count * sizeof *gradient);
    Rng rng;
    rng_init(&rng, batch->seed * FIT_PARTS + (uint64_t)part);
    double loss = 0;
    for (size_t i = batch->from + count * (size_t)part / FIT_PARTS; i < end; i++) {
        const size_t index = batch->order ? batch->order[i] : i;
        const int symmetry =
            batch->seed ? (int)rng_below(&rng, (uint64_t)shape->symmetry_count) : 0;
        const Position *pos = &batch->positions->positions[index];
        const float target = batch->positions->targets[index];
        const FitHeads heads = trainer->heads;
        NetworkInputs inputs;
        shape->inputs(pos, symmetry, &inputs);
        if (heads != FIT_POLICY) {
            const float logit = trainer->kernel->learn(model, &inputs, target, gradient);
            loss += logit_cross_entropy((double)logit, (double)target);
        }
        if (heads != FIT_VALUE) {
            PolicyExample policy;
            policy_example_init(
                &policy, shape, pos, symmetry, &inputs, &batch->positions->shares[index]);
            const float weight = heads == FIT_POLICY ? 1 : POLICY_WEIGHT;
            const float cross_entropy = trainer->kernel->learn_policy(model, &inputs, &policy.view,
                policy.count, policy.targets, weight, heads == FIT_POLICY, gradient);
            loss += heads == FIT_POLICY ? (double)cross_entropy : 0;
        }
    }
    job->losses[part] = loss;
}

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static void move_weights(void *context, int part) {
    const LearnJob *job = context;
    const FitTrainer *trainer = job->trainer;
    const FitModel *model = &trainer->model;
    const size_t lines = (model->weight_count + LINE_FLOATS - 1) / LINE_FLOATS;
    size_t from = lines * (size_t)part / WEIGHT_PARTS * LINE_FLOATS;
    const size_t to =
        smaller(lines * (size_t)(part + 1) / WEIGHT_PARTS * LINE_FLOATS, model->weight_count);
    for (int i = 1; i < FIT_PARTS; i++) {
        trainer->kernel->add(trainer->gradients[0] + from, trainer->gradients[i] + from, to - from);
    }
    const size_t kinds[] = {model->output_at, model->linear_at, model->policy_output_at,
        model->policy_feature_at, model->weight_count};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (from < smaller(kinds[i], to)) {
            trainer->kernel->adam(&job->adam, trainer->gradients[0], from, smaller(kinds[i], to),
                fit_model_limit(model, from));
            from = smaller(kinds[i], to);
        }
    }
}

double fit_trainer_learn(FitTrainer *trainer, const FitBatch *batch, double rate) {
    const double count = (double)(batch->to - batch->from);
    const double step = (double)++trainer->step_count;
    LearnJob job = {
        .trainer = trainer,
        .batch = batch,
        .adam =
            {
                .weights = trainer->model.weights,
                .mean = trainer->mean,
                .variance = trainer->variance,
                .rate = (float)rate,
                .mean_correction = (float)(1 / (1 - pow(FIT_ADAM_MEAN_FADING, step))),
                .variance_correction = (float)(1 / (1 - pow(FIT_ADAM_VARIANCE_FADING, step))),
                .divisor = (float)count,
            },
    };
    thread_pool_for(trainer->pool, FIT_PARTS, learn_part, &job);
    thread_pool_for(trainer->pool, WEIGHT_PARTS, move_weights, &job);
    double loss = 0;
    for (int part = 0; part < FIT_PARTS; part++) {
        loss += job.losses[part];
    }
    return loss / count;
}

typedef struct MeasureJob {
    const FitTrainer *trainer;
    const Network *network; // null for the model
    const FitPositions *positions;
    double losses[FIT_PARTS];
    double policy_losses[FIT_PARTS];
    size_t decided[FIT_PARTS]; // positions of games that have a winner
    size_t right[FIT_PARTS];
} MeasureJob;

static double measure_policy(const MeasureJob *job, const Position *pos,
    const NetworkInputs *inputs, const FitShares *shares) {
    const FitModel *model = &job->trainer->model;
    PolicyExample example;
    float logits[MOVES_MAX];
    policy_example_init(&example, model->shape, pos, 0, inputs, shares);
    if (job->network) {
        int32_t sums[POLICY_PLACES_MAX];
        int rounded[MOVES_MAX];
        policy_output_sums(job->network, inputs, &example.view, sums);
        policy_logits(job->network, &example.view, sums, example.count, rounded);
        for (size_t i = 0; i < example.count; i++) {
            logits[i] = (float)rounded[i] / 1000;
        }
    } else {
        job->trainer->kernel->policy(model, inputs, &example.view, example.count, logits);
    }
    return policy_loss(&example, logits);
}

static void measure_part(void *context, int part) {
    MeasureJob *job = context;
    const FitModel *model = &job->trainer->model;
    const FitPositions *positions = job->positions;
    const size_t end = positions->count * (size_t)(part + 1) / FIT_PARTS;
    for (size_t i = positions->count * (size_t)part / FIT_PARTS; i < end; i++) {
        NetworkInputs inputs;
        model->shape->inputs(&positions->positions[i], 0, &inputs);
        const double logit = job->network ? network_value(job->network, &inputs) / 1000.0
                                          : (double)job->trainer->kernel->logit(model, &inputs);
        job->losses[part] += logit_cross_entropy(logit, (double)positions->targets[i]);
        job->decided[part] += positions->half_points[i] != 1;
        job->right[part] += positions->half_points[i] == (logit > 0 ? 2 : 0);
        if (job->trainer->heads != FIT_VALUE) {
            job->policy_losses[part] +=
                measure_policy(job, &positions->positions[i], &inputs, &positions->shares[i]);
        }
    }
}

FitLoss fit_trainer_measure_network(
    const FitTrainer *trainer, const Network *network, const FitPositions *positions) {
    MeasureJob job = {.trainer = trainer, .network = network, .positions = positions};
    thread_pool_for(trainer->pool, FIT_PARTS, measure_part, &job);
    double loss = 0;
    double policy_loss = 0;
    size_t decided = 0;
    size_t right = 0;
    for (int part = 0; part < FIT_PARTS; part++) {
        loss += job.losses[part];
        policy_loss += job.policy_losses[part];
        decided += job.decided[part];
        right += job.right[part];
    }
    return (FitLoss){
        .loss = positions->count > 0 ? loss / (double)positions->count : 0,
        .accuracy = decided > 0 ? (double)right / (double)decided : 0,
        .policy_loss = positions->count > 0 ? policy_loss / (double)positions->count : 0,
    };
}

FitLoss fit_trainer_measure(const FitTrainer *trainer, const FitPositions *positions) {
    return fit_trainer_measure_network(trainer, NULL, positions);
}
