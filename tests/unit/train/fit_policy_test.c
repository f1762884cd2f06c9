// What the trainer does for a policy: gradients against differences of a slow twin in doubles,
// learning by heart, rounding, and the same bits at every CPU level and number of threads.

#include <math.h>

#include "unit/eval/network_toy.h"
#include "unit/train/fit_fixture.h"

typedef struct Task {
    const NetworkInputs *inputs;
    const PolicyView *view;
    size_t count;
    const float *targets;
} Task;

static double twin_place(
    const FitModel *model, const double *weights, const Task *task, size_t at) {
    const int hidden = model->hidden_count;
    const PolicyPlace *place = &task->view->places[at];
    const double *features = weights + model->policy_feature_at;
    double worth = 0;
    for (int unit = 0; unit < hidden; unit++) {
        double sum = weights[model->bias_at + (size_t)unit];
        for (size_t i = 0; i < task->inputs->active_count; i++) {
            sum += weights[task->inputs->active[i] * hidden + unit];
        }
        const double clipped = sum < 0 ? 0 : sum > 1 ? 1 : sum;
        worth += clipped * clipped *
                 weights[model->policy_output_at + (size_t)(place->output * hidden + unit)];
    }
    for (size_t i = 0; i < place->feature_count; i++) {
        worth += features[place->features[i]];
    }
    return worth;
}

// The model as fit_model.h writes it down.
static double twin_loss(const FitModel *model, const double *weights, const Task *task) {
    const PolicyShape *shape = model->shape->policy;
    const double *features = weights + model->policy_feature_at;
    double places[POLICY_PLACES_MAX];
    for (size_t i = 0; i < task->view->place_count; i++) {
        places[i] = twin_place(model, weights, task, i);
    }
    double sum = 0;
    double mean = 0;
    for (size_t i = 0; i < task->count; i++) {
        const PolicyMove *move = &task->view->moves[i];
        double logit = 0;
        for (int j = 0; j < shape->move_places; j++) {
            logit += places[move->places[j]];
        }
        for (int j = 0; j < shape->move_features; j++) {
            logit += features[move->features[j]];
        }
        sum += exp(logit);
        mean += (double)task->targets[i] * logit;
    }
    return log(sum) - mean;
}

static void fill_weights(FitModel *model, uint64_t seed, float input_size, float policy_size) {
    Rng rng;
    rng_init(&rng, seed);
    for (size_t i = 0; i < model->weight_count; i++) {
        const float size = i < model->bias_at             ? input_size
                           : i >= model->policy_output_at ? policy_size
                                                          : 1;
        model->weights[i] = (float)(2 * rng_unit(&rng) - 1) * size;
    }
}

// Every `stride`th weight's gradient, and of the policy's own weights one in `policy_stride`,
// against the difference of the loss a little to both sides.
static void check_gradient(FitModel *model, const Task *task, size_t stride, size_t policy_stride) {
    const double STEP = 1e-6;
    const size_t count = model->weight_count;
    float *gradient = fit_model_floats(model);
    float *apart = fit_model_floats(model);
    double *weights = malloc(count * sizeof *weights);
    assert_true(gradient && apart && weights);
    for (size_t i = 0; i < count; i++) {
        weights[i] = (double)model->weights[i];
    }
    const FitKernel *kernel = fit_kernel(cpu_level());
    const float loss = kernel->learn_policy(
        model, task->inputs, task->view, task->count, task->targets, 0.5f, false, gradient);
    kernel->learn_policy(
        model, task->inputs, task->view, task->count, task->targets, 0.5f, true, apart);
    assert_true(fabs((double)loss - twin_loss(model, weights, task)) < 1e-4);
    size_t steep = 0;
    for (size_t i = 0; i < count; i += i < model->policy_output_at ? stride : policy_stride) {
        // Alone, the policy moves nothing that values depend on.
        assert_true(apart[i] == (i < model->policy_output_at ? 0 : gradient[i]));
        if (gradient[i] == 0 && i % stride != 0) {
            continue;
        }
        const double weight = weights[i];
        weights[i] = weight + STEP;
        const double above = twin_loss(model, weights, task);
        weights[i] = weight - STEP;
        const double below = twin_loss(model, weights, task);
        weights[i] = weight;
        const double slope = 0.5 * (above - below) / (2 * STEP);
        assert_true(fabs(slope - (double)gradient[i]) < 1e-5 + 1e-3 * fabs(slope));
        steep += fabs(slope) > 1e-4;
    }
    assert_true(steep > 20); // otherwise nothing was asked
    free(weights);
    free(apart);
    free(gradient);
}

static void gradients_of_a_toy_are_right(void **state) {
    (void)state;
    enum { MOVES = 9 };
    FitModel model;
    static PolicyView view;
    assert_true(fit_model_init(&model, &TOY_SHAPE, 48, true));
    for (uint64_t seed = 1; seed <= 10; seed++) {
        fill_weights(&model, seed, 0.6f, 0.5f);
        const NetworkInputs inputs = {
            .bucket = (int)(seed % 2), .active_count = seed % 6, .active = {4, 1, 3, 0, 2}};
        float targets[MOVES] = {0};
        targets[seed % MOVES] = 0.75f;
        targets[(seed + 4) % MOVES] = 0.25f;
        TOY_POLICY.view(NULL, 0, &inputs, NULL, MOVES, &view);
        check_gradient(&model,
            &(Task){.inputs = &inputs, .view = &view, .count = MOVES, .targets = targets}, 1, 1);
    }
    fit_model_release(&model);
}

static void gradients_of_every_shape_are_right(void **state) {
    (void)state;
    static Move moves[MOVES_MAX];
    static float targets[MOVES_MAX];
    static PolicyView view;
    for (const NetworkShape *const *shape = NETWORK_SHAPES; *shape; shape++) {
        const Rules *rules = fixture_rules((*shape)->game);
        const Variant *variant = rules->variants;
        while (variant->size != (*shape)->board_size) {
            variant++;
        }
        Position pos;
        float target;
        uint8_t half_points;
        NetworkInputs inputs;
        fixture_positions((*shape)->game, variant->name, 1, &pos, &target, &half_points);
        const size_t count = rules->moves(&pos, moves);
        memset(targets, 0, sizeof targets);
        targets[count / 3] = 0.5f;
        targets[count / 2] = 0.5f;
        (*shape)->inputs(&pos, 1, &inputs);
        (*shape)->policy->view(&pos, 1, &inputs, moves, count, &view);
        FitModel model;
        assert_true(fit_model_init(&model, *shape, 16, true));
        fill_weights(&model, 3, 0.1f, 0.3f);
        check_gradient(&model,
            &(Task){.inputs = &inputs, .view = &view, .count = count, .targets = targets}, 499, 11);
        fit_model_release(&model);
    }
}

#define LEARNED 24

typedef struct Class {
    FitPositions set;
    Position positions[LEARNED];
    float targets[LEARNED];
    uint8_t half_points[LEARNED];
    FitShares shares[LEARNED];
    ThreadPool *pool;
    FitTrainer trainer;
} Class;

// Two moves of each position by chance, one of them visited three times as often.
static void class_init(Class *class, const char *game, const char *variant, FitHeads heads,
    CpuLevel level, int thread_count) {
    const Rules *rules = fixture_rules(game);
    fixture_positions(game, variant, LEARNED, class->positions, class->targets, class->half_points);
    Rng rng;
    rng_init(&rng, 11);
    for (size_t i = 0; i < LEARNED; i++) {
        static Move moves[MOVES_MAX];
        const size_t count = rules->moves(&class->positions[i], moves);
        const size_t first = rng_below(&rng, count);
        const size_t second = (first + 1 + rng_below(&rng, count - 1)) % count;
        class->shares[i] = (FitShares){.count = 2,
            .shares = {{.move = moves[first], .share = 240}, {.move = moves[second], .share = 80}}};
    }
    class->set = (FitPositions){.count = LEARNED,
        .positions = class->positions,
        .targets = class->targets,
        .half_points = class->half_points,
        .shares = class->shares};
    class->pool = thread_pool_new(thread_count);
    assert_non_null(class->pool);
    const NetworkShape *shape = network_shape_for(rules, rules_variant(rules, slice_from(variant)));
    assert_true(fit_trainer_init(&class->trainer, shape, 32, heads, level, class->pool));
    fit_model_seed(&class->trainer.model, 1);
}

static void class_learn(Class *class, int steps, double rate, uint64_t seed) {
    for (int i = 0; i < steps; i++) {
        const FitBatch batch = {
            .positions = &class->set, .to = LEARNED, .seed = seed ? seed + (uint64_t)i : 0};
        fit_trainer_learn(&class->trainer, &batch, rate);
    }
}

static void class_release(Class *class) {
    fit_trainer_release(&class->trainer);
    thread_pool_free(class->pool);
}

// Moves by chance can only be learned by heart, down to their entropy. Whole numbers know them,
// too, and a policy that learns alone leaves values as they were.
static void a_tiny_set_is_learned_by_heart(void **state) {
    (void)state;
    const double ENTROPY = -0.75 * log(0.75) - 0.25 * log(0.25);
    const char *games[][2] = {{"amazons", "6x6"}, {"quoridor", "standard"}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        for (FitHeads heads = FIT_BOTH; heads <= FIT_POLICY; heads++) {
            static Class class;
            class_init(&class, games[i][0], games[i][1], heads, cpu_level(), 2);
            const FitLoss before = fit_trainer_measure(&class.trainer, &class.set);
            assert_true(before.policy_loss > ENTROPY + 2);
            class_learn(&class, 80, 0.05, 0);
            const FitLoss after = fit_trainer_measure(&class.trainer, &class.set);
            print_message(
                "# %s: %.3f, %.3f before\n", games[i][0], after.policy_loss, before.policy_loss);
            assert_true(after.policy_loss > ENTROPY - 1e-6 && after.policy_loss < ENTROPY + 0.4);
            assert_true(heads == FIT_POLICY ? after.loss == before.loss : after.loss < before.loss);
            Network network;
            const FitModel *model = &class.trainer.model;
            assert_true(network_init_with_policy(&network, model->shape, model->hidden_count));
            fit_model_to_network(model, &network);
            const FitLoss rounded =
                fit_trainer_measure_network(&class.trainer, &network, &class.set);
            assert_true(fabs(rounded.policy_loss - after.policy_loss) < 0.1);
            network_release(&network);
            class_release(&class);
        }
    }
}

// What rounding can do to a move's logit at the very most: half a step on each weight, seen through
// units that are at most one, and the cut of the last thousandth.
static double rounding_bound(
    const FitModel *model, const NetworkInputs *inputs, const PolicyView *view, size_t move) {
    const PolicyShape *shape = model->shape->policy;
    const double sum_error = 0.5 * (double)(inputs->active_count + 1) / NETWORK_ONE;
    double bound = 0.001 + 1e-3;
    for (int i = 0; i < shape->move_places; i++) {
        const size_t output = view->places[view->moves[move].places[i]].output;
        for (size_t unit = 0; unit < (size_t)model->hidden_count; unit++) {
            const size_t at = model->policy_output_at + output * (size_t)model->hidden_count + unit;
            bound += 2 * sum_error * fabs((double)model->weights[at]) + 0.5 / NETWORK_OUTPUT_ONE;
        }
    }
    return bound;
}

static void whole_numbers_stay_close_to_floats(void **state) {
    (void)state;
    static Class class;
    static Move moves[MOVES_MAX];
    static PolicyView view;
    static float logits[MOVES_MAX];
    static int rounded[MOVES_MAX];
    class_init(&class, "amazons", "6x6", FIT_BOTH, cpu_level(), 1);
    class_learn(&class, 40, 0.01, 1);
    const FitModel *model = &class.trainer.model;
    Network network;
    assert_true(network_init_with_policy(&network, model->shape, model->hidden_count));
    fit_model_to_network(model, &network);
    double squares = 0;
    double spread = 0;
    for (size_t i = 0; i < LEARNED; i++) {
        NetworkInputs inputs;
        int32_t sums[POLICY_PLACES_MAX];
        const size_t count = fixture_rules("amazons")->moves(&class.positions[i], moves);
        model->shape->inputs(&class.positions[i], 0, &inputs);
        model->shape->policy->view(&class.positions[i], 0, &inputs, moves, count, &view);
        class.trainer.kernel->policy(model, &inputs, &view, count, logits);
        policy_output_sums(&network, &inputs, &view, sums);
        policy_logits(&network, &view, sums, count, rounded);
        for (size_t j = 0; j < count; j++) {
            const double error = rounded[j] / 1000.0 - (double)logits[j];
            assert_true(fabs(error) <= rounding_bound(model, &inputs, &view, j));
            squares += error * error;
            spread += (double)(logits[j] * logits[j]);
        }
    }
    assert_true(spread > 0 && sqrt(squares) < 0.05 * sqrt(spread));
    network_release(&network);
    class_release(&class);
}

static void levels_and_threads_do_not_matter(void **state) {
    (void)state;
    static Class first;
    class_init(&first, "amazons", "6x6", FIT_BOTH, CPU_BASE, 1);
    class_learn(&first, 4, 0.005, 42);
    for (int level = 0; level < CPU_LEVEL_COUNT; level++) {
        for (int thread_count = 1; cpu_has((CpuLevel)level) && thread_count <= 2; thread_count++) {
            static Class other;
            class_init(&other, "amazons", "6x6", FIT_BOTH, (CpuLevel)level, thread_count);
            class_learn(&other, 4, 0.005, 42);
            const size_t size = first.trainer.model.weight_count * sizeof(float);
            assert_memory_equal(first.trainer.model.weights, other.trainer.model.weights, size);
            class_release(&other);
        }
    }
    class_release(&first);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_of_a_toy_are_right),
        cmocka_unit_test(gradients_of_every_shape_are_right),
        cmocka_unit_test(a_tiny_set_is_learned_by_heart),
        cmocka_unit_test(whole_numbers_stay_close_to_floats),
        cmocka_unit_test(levels_and_threads_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
