#include "eval/net/policy.h"

#include <assert.h>

#include "eval/net/network.h"

void policy_output_sums(
    const Network *network, const NetworkInputs *inputs, const PolicyView *view, int32_t *sums) {
    const int hidden_count = network->hidden_count;
    for (size_t i = 0; i < view->place_count; i++) {
        assert(view->places[i].output < network->shape->policy->output_count);
        const int16_t *row = network->policy_output + view->places[i].output * hidden_count;
        int64_t sum = 0;
        for (int unit = 0; unit < hidden_count; unit++) {
            const int64_t clipped = network_hidden(network, inputs, unit);
            sum += clipped * clipped * row[unit];
        }
        sums[i] = (int32_t)sum;
    }
}

void policy_logits(const Network *network, const PolicyView *view, const int32_t *sums,
    size_t count, int *logits) {
    const PolicyShape *shape = network->shape->policy;
    const int32_t *features = network->policy_feature;
    int32_t places[POLICY_PLACES_MAX];
    for (size_t i = 0; i < view->place_count; i++) {
        const PolicyPlace *place = &view->places[i];
        int64_t worth = network_hidden_worth(sums[i]);
        for (size_t j = 0; j < place->feature_count; j++) {
            assert(place->features[j] < shape->feature_count);
            worth += features[place->features[j]];
        }
        places[i] = (int32_t)worth;
    }
    for (size_t i = 0; i < count; i++) {
        const PolicyMove *move = &view->moves[i];
        int64_t worth = 0;
        for (int j = 0; j < shape->move_places; j++) {
            worth += places[move->places[j]];
        }
        for (int j = 0; j < shape->move_features; j++) {
            worth += features[move->features[j]];
        }
        logits[i] = (int)(worth / NETWORK_LINEAR_ONE);
    }
}
