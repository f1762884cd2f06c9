#include "eval/evaluator.h"

#include <math.h>

float value_to_chance(int value) {
    return 1.0f / (1.0f + expf(-(float)value / 1000.0f));
}

int value_from_chance(float chance) {
    // Certainty would be an infinite logit. A float is no finer than this near 1.
    const float margin = 1e-6f;
    chance = fminf(fmaxf(chance, margin), 1.0f - margin);
    return (int)lrintf(1000.0f * logf(chance / (1.0f - chance)));
}
