#include "eval/evaluator.h"

int value_from_chance(float chance) {
    // Certainty would be an infinite logit. A float is no finer than this near 1.
    const float margin = 1e-6f;
    chance = chance < margin ? margin : chance;
    chance = chance > 1.0f - margin ? 1.0f - margin : chance;
    return portable_round(1000.0f * portable_log(chance / (1.0f - chance)));
}
