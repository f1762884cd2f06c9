#include "eval/evaluator.h"

int value_from_win_probability(float win_probability) {
    // Certainty would be an infinite logit. A float is no finer than this near 1.
    const float margin = 1e-6f;
    float wp = win_probability < margin ? margin : win_probability;
    wp = wp > 1.0f - margin ? 1.0f - margin : wp;
    return portable_round(1000.0f * portable_log(wp / (1.0f - wp)));
}
