// The trainer's arithmetic: gradients against differences of a slow twin in doubles, learning by
// heart, rounding within a bound, and the same bits at every CPU level and number of threads.

#include <math.h>

#include "unit/eval/network_toy.h"
#include "unit/support/cpu_levels.h"
#include "unit/train/fit_fixture.h"

// The model as fit_model.h writes it down.
static double twin_logit(
    const NetworkShape *shape, int hidden, const double *weights, const NetworkInputs *inputs) {
    const double *bias = weights + shape->input_count * hidden;
    const double *output = bias + hidden + inputs->bucket * hidden;
    const double *linear =
        bias + hidden + shape->bucket_count * hidden + inputs->bucket * shape->linear_count;
    double logit = 0;
    for (int unit = 0; unit < hidden; unit++) {
        double sum = bias[unit];
        for (size_t i = 0; i < inputs->active_count; i++) {
            sum += weights[inputs->active[i] * hidden + unit];
        }
        const double clipped = sum < 0 ? 0 : sum > 1 ? 1 : sum;
        logit += clipped * clipped * output[unit];
    }
    for (int i = 0; i < shape->linear_count; i++) {
        logit += linear[i] * inputs->linear[i] / shape->linear_units[i];
    }
    return logit;
}

static double twin_loss(const NetworkShape *shape, int hidden, const double *weights,
    const NetworkInputs *inputs, double target) {
    const double chance = 1 / (1 + exp(-twin_logit(shape, hidden, weights, inputs)));
    return -target * log(chance) - (1 - target) * log(1 - chance);
}

// Weights that leave units below, between and above the clipped ends.
static void fill_weights(FitModel *model, uint64_t seed, float input_size) {
    Rng rng;
    rng_init(&rng, seed);
    for (size_t i = 0; i < model->weight_count; i++) {
        const float size = i < model->bias_at ? input_size : 1;
        model->weights[i] = (float)(2 * rng_unit(&rng) - 1) * size;
    }
}

// Which weights a position has to do with.
static void mark_used(const FitModel *model, const NetworkInputs *inputs, bool *used) {
    const size_t hidden = (size_t)model->hidden_count;
    for (size_t unit = 0; unit < hidden; unit++) {
        for (size_t i = 0; i < inputs->active_count; i++) {
            used[inputs->active[i] * hidden + unit] = true;
        }
        used[model->bias_at + unit] = true;
        used[model->output_at + (size_t)inputs->bucket * hidden + unit] = true;
    }
    for (int i = 0; i < model->shape->linear_count; i++) {
        used[model->linear_at + (size_t)(inputs->bucket * model->shape->linear_count + i)] = true;
    }
}

// Every single weight's gradient, against the difference of the loss a little to both sides.
static void check_gradient(FitModel *model, const NetworkInputs *inputs, float target) {
    const double STEP = 1e-6;
    const NetworkShape *shape = model->shape;
    const size_t count = model->weight_count;
    float *gradient = fit_model_floats(model);
    double *weights = malloc(count * sizeof *weights);
    bool *used = calloc(count, sizeof *used);
    assert_true(gradient && weights && used);
    for (size_t i = 0; i < count; i++) {
        weights[i] = (double)model->weights[i];
    }
    mark_used(model, inputs, used);
    const float logit = fit_kernel(cpu_level())->learn(model, inputs, target, gradient);
    assert_true(
        fabs((double)logit - twin_logit(shape, model->hidden_count, weights, inputs)) < 1e-4);
    size_t flat = 0;
    size_t steep = 0;
    for (size_t i = 0; i < count; i++) {
        if (!used[i]) {
            assert_true(gradient[i] == 0);
            continue;
        }
        const double weight = weights[i];
        weights[i] = weight + STEP;
        const double above = twin_loss(shape, model->hidden_count, weights, inputs, (double)target);
        weights[i] = weight - STEP;
        const double below = twin_loss(shape, model->hidden_count, weights, inputs, (double)target);
        weights[i] = weight;
        const double slope = (above - below) / (2 * STEP);
        assert_true(fabs(slope - (double)gradient[i]) < 1e-5 + 1e-4 * fabs(slope));
        flat += slope == 0;
        steep += fabs(slope) > 1e-3;
    }
    // Otherwise nothing was asked.
    assert_true(steep > count / 1000 && flat > 0);
    free(used);
    free(weights);
    free(gradient);
}

static void gradients_of_a_toy_are_right(void **state) {
    (void)state;
    FitModel model;
    assert_true(fit_model_init(&model, &TOY_SHAPE, 48, false)); // a size without a loop of its own
    for (uint64_t seed = 1; seed <= 20; seed++) {
        fill_weights(&model, seed, 0.6f);
        const NetworkInputs inputs = {.bucket = (int)(seed % 2),
            .active_count = seed % 6,
            .active = {4, 1, 3, 0, 2},
            .linear = {1, (int16_t)(-3 * (int)seed), 40}};
        check_gradient(&model, &inputs, (float)seed / 21);
    }
    fit_model_release(&model);
}

static void gradients_of_every_shape_are_right(void **state) {
    (void)state;
    for (const NetworkShape *const *shape = NETWORK_SHAPES; *shape; shape++) {
        const Rules *rules = fixture_rules((*shape)->game);
        const Variant *variant = rules->variants;
        while (variant->size != (*shape)->board_size) {
            variant++;
        }
        Position positions[2];
        float targets[2];
        uint8_t half_points[2];
        fixture_positions((*shape)->game, variant->name, 2, positions, targets, half_points);
        FitModel model;
        assert_true(fit_model_init(&model, *shape, 32, false));
        for (int i = 0; i < 2; i++) {
            NetworkInputs inputs;
            (*shape)->inputs(&positions[i], i % (*shape)->symmetry_count, &inputs);
            fill_weights(&model, 3, 0.1f);
            check_gradient(&model, &inputs, targets[i]);
        }
        fit_model_release(&model);
    }
}

#define LEARNED 96

typedef struct Class {
    FitPositions set;
    Position positions[LEARNED];
    float targets[LEARNED];
    uint8_t half_points[LEARNED];
    ThreadPool *pool;
    FitTrainer trainer;
} Class;

static void class_init(Class *class, const char *game, const char *variant, int hidden,
    CpuLevel level, int thread_count) {
    const Rules *rules = fixture_rules(game);
    fixture_positions(game, variant, LEARNED, class->positions, class->targets, class->half_points);
    class->set = (FitPositions){.count = LEARNED,
        .positions = class->positions,
        .targets = class->targets,
        .half_points = class->half_points};
    class->pool = thread_pool_new(thread_count);
    assert_non_null(class->pool);
    const NetworkShape *shape = network_shape_for(rules, rules_variant(rules, slice_from(variant)));
    assert_true(fit_trainer_init(&class->trainer, shape, hidden, FIT_VALUE, level, class->pool));
    fit_model_seed(&class->trainer.model, 1);
}

static void class_learn(Class *class, int steps, uint64_t seed) {
    for (int i = 0; i < steps; i++) {
        const FitBatch batch = {
            .positions = &class->set, .to = LEARNED, .seed = seed ? seed + (uint64_t)i : 0};
        fit_trainer_learn(&class->trainer, &batch, 0.005);
    }
}

static void class_release(Class *class) {
    fit_trainer_release(&class->trainer);
    thread_pool_free(class->pool);
}

// Results by chance can only be learned by heart. The loss cannot fall below the targets' entropy.
static void a_tiny_set_is_learned_by_heart(void **state) {
    (void)state;
    const double ENTROPY = -0.9 * log(0.9) - 0.1 * log(0.1);
    const char *games[][2] = {{"amazons", "6x6"}, {"amazons", "8x8"}, {"quoridor", "standard"}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        Class class;
        class_init(&class, games[i][0], games[i][1], 32, cpu_level(), 2);
        const FitLoss before = fit_trainer_measure(&class.trainer, &class.set);
        assert_true(before.loss > ENTROPY + 0.2 && before.accuracy < 0.8);
        class_learn(&class, 200, 0);
        const FitLoss after = fit_trainer_measure(&class.trainer, &class.set);
        assert_true(after.loss > ENTROPY - 1e-6 && after.loss < ENTROPY + 0.005);
        assert_true(after.accuracy == 1);
        class_release(&class);
    }
}

// What rounding can do to a position's value at the very most, in logits: half a step on each
// weight, seen through units that are at most one, and the cut of the last thousandth.
static double rounding_bound(const FitModel *model, const NetworkInputs *inputs) {
    const double sum_error = 0.5 * (double)(inputs->active_count + 1) / NETWORK_ONE;
    double bound = 0.001 + 1e-4;
    for (int unit = 0; unit < model->hidden_count; unit++) {
        const size_t at = model->output_at + (size_t)(inputs->bucket * model->hidden_count + unit);
        bound += 2 * sum_error * fabs((double)model->weights[at]) + 0.5 / NETWORK_OUTPUT_ONE;
    }
    for (int i = 0; i < model->shape->linear_count; i++) {
        bound += 0.5 * abs(inputs->linear[i]) / (1000.0 * NETWORK_LINEAR_ONE);
    }
    return bound;
}

// Never beyond the bound, and about a hundredth of what values usually are.
static void whole_numbers_stay_close_to_floats(void **state) {
    (void)state;
    const char *games[][2] = {{"amazons", "6x6"}, {"quoridor", "standard"}};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        Class class;
        class_init(&class, games[g][0], games[g][1], 64, cpu_level(), 2);
        class_learn(&class, 100, 1);
        const FitModel *model = &class.trainer.model;
        Network network;
        assert_true(network_init(&network, model->shape, model->hidden_count));
        fit_model_to_network(model, &network);
        double squares = 0;
        double spread = 0;
        for (size_t i = 0; i < LEARNED; i++) {
            NetworkInputs inputs;
            model->shape->inputs(&class.positions[i], 0, &inputs);
            const double logit = (double)class.trainer.kernel->logit(model, &inputs);
            const double error = network_value(&network, &inputs) / 1000.0 - logit;
            assert_true(fabs(error) <= rounding_bound(model, &inputs));
            squares += error * error;
            spread += logit * logit;
        }
        assert_true(sqrt(spread / LEARNED) > 0.5);
        assert_true(sqrt(squares / LEARNED) < 0.02 * sqrt(spread / LEARNED));
        network_release(&network);
        class_release(&class);
    }
}

static void a_network_taken_up_again_is_the_same(void **state) {
    (void)state;
    Network in;
    Network out;
    assert_true(network_init(&in, &TOY_SHAPE, 32) && network_init(&out, &TOY_SHAPE, 32));
    toy_fill(&in, 9);
    FitModel model;
    assert_true(fit_model_init(&model, &TOY_SHAPE, 32, false));
    fit_model_from_network(&model, &in);
    fit_model_to_network(&model, &out);
    Text bytes[2];
    text_init(&bytes[0]);
    text_init(&bytes[1]);
    network_write(&in, &bytes[0]);
    network_write(&out, &bytes[1]);
    assert_int_equal(bytes[0].size, bytes[1].size);
    assert_memory_equal(bytes[0].data, bytes[1].data, bytes[0].size);
    text_release(&bytes[0]);
    text_release(&bytes[1]);
    fit_model_release(&model);
    network_release(&in);
    network_release(&out);
}

// No weight leaves what whole numbers can hold, even if it is pushed that way for long.
static void weights_stay_within_their_limits(void **state) {
    (void)state;
    Class class;
    class_init(&class, "amazons", "6x6", 32, cpu_level(), 1);
    for (int i = 0; i < 60; i++) {
        const FitBatch batch = {.positions = &class.set, .to = LEARNED};
        fit_trainer_learn(&class.trainer, &batch, 0.3);
    }
    const FitModel *model = &class.trainer.model;
    size_t at_limit[2] = {0};
    for (size_t i = 0; i < model->weight_count; i++) {
        const float limit = fit_model_limit(model, i);
        assert_true(fabsf(model->weights[i]) <= limit);
        at_limit[i >= model->output_at] += fabsf(model->weights[i]) == limit;
    }
    assert_true(at_limit[0] > 0 && at_limit[1] > 0);
    Network network;
    assert_true(network_init(&network, model->shape, model->hidden_count));
    fit_model_to_network(model, &network);
    for (int i = 0; i < model->shape->bucket_count * model->hidden_count; i++) {
        assert_true(abs(network.output[i]) <= 127);
    }
    network_release(&network);
    class_release(&class);
}

static void levels_and_threads_do_not_matter(void **state) {
    (void)state;
    tell_missing_levels();
    const int sizes[] = {16, 32, 64, 128};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        Class first;
        class_init(&first, "amazons", "6x6", sizes[i], CPU_BASE, 1);
        class_learn(&first, 5, 42);
        for (int level = 0; level < CPU_LEVEL_COUNT; level++) {
            for (int thread_count = 1; cpu_has((CpuLevel)level) && thread_count <= 3;
                 thread_count++) {
                Class other;
                class_init(&other, "amazons", "6x6", sizes[i], (CpuLevel)level, thread_count);
                class_learn(&other, 5, 42);
                const size_t size = first.trainer.model.weight_count * sizeof(float);
                assert_memory_equal(first.trainer.model.weights, other.trainer.model.weights, size);
                class_release(&other);
            }
        }
        class_release(&first);
    }
}

static void count_part(void *context, int part) {
    ((int *)context)[part]++;
}

static void a_pool_does_each_part_once(void **state) {
    (void)state;
    for (int thread_count = 1; thread_count <= 4; thread_count++) {
        ThreadPool *pool = thread_pool_new(thread_count);
        assert_non_null(pool);
        int done[50] = {0};
        for (int job = 1; job <= 200; job++) {
            const int part_count = job % 50;
            memset(done, 0, sizeof done);
            thread_pool_for(pool, part_count, count_part, done);
            for (int part = 0; part < 50; part++) {
                assert_int_equal(done[part], part < part_count);
            }
        }
        thread_pool_free(pool);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_of_a_toy_are_right),
        cmocka_unit_test(gradients_of_every_shape_are_right),
        cmocka_unit_test(a_tiny_set_is_learned_by_heart),
        cmocka_unit_test(whole_numbers_stay_close_to_floats),
        cmocka_unit_test(a_network_taken_up_again_is_the_same),
        cmocka_unit_test(weights_stay_within_their_limits),
        cmocka_unit_test(levels_and_threads_do_not_matter),
        cmocka_unit_test(a_pool_does_each_part_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
