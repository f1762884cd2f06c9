#include "eval/net/policy_kernel.h"

#include "eval/net/accumulator.h"

// This level's prototypes: hot files are not told which levels are built in.
POLICY_KERNEL(IMMURE_LEVEL)

INLINE void sums_with(const Network *network, const NetworkInputs *inputs, const PolicyView *view,
    int32_t *sums, int units) {
    Accumulator accumulator;
    AccumulatorRow row;
    accumulator_load(&accumulator, network->bias, units);
    for (size_t i = 0; i < inputs->active_count; i++) {
        accumulator_add(&accumulator, network_row(network, units, inputs->active[i]), units);
    }
    accumulator_store(&accumulator, row.unit, units);
    accumulator_load(&accumulator, row.unit, units);
    for (size_t i = 0; i < view->place_count; i++) {
        const int16_t *output =
            network->policy_output + (size_t)view->places[i].output * (size_t)units;
        sums[i] = accumulator_output(&accumulator, output, units);
    }
}

void LEVEL_NAME(policy_kernel_sums)(
    const Network *network, const NetworkInputs *inputs, const PolicyView *view, int32_t *sums) {
    switch (network->hidden_count) {
    case 64:
        sums_with(network, inputs, view, sums, 64);
        break;
    case 128:
        sums_with(network, inputs, view, sums, 128);
        break;
    default:
        sums_with(network, inputs, view, sums, network->hidden_count);
    }
}

bool LEVEL_NAME(policy_kernel)(
    const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *logits) {
    const Network *network = self->network;
    if (!network->policy_output) {
        return false;
    }
    NetworkInputs inputs;
    PolicyView view;
    int32_t sums[POLICY_PLACES_MAX];
    network->shape->inputs(pos, 0, &inputs);
    network->shape->policy->view(pos, 0, &inputs, moves, count, &view);
    LEVEL_NAME(policy_kernel_sums)(network, &inputs, &view, sums);
    policy_logits(network, &view, sums, count, logits);
    return true;
}
