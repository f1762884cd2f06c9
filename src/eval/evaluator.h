#pragma once
// What a position is worth, as a table that both searches are written against.
//
// Values are logits of the win probability in thousandths, from the view of the side to move: 0 is
// even, 1000 is 73 %, 2000 is 88 %. So values of different evaluations of a game can be compared,
// mixed with results when weights are fitted, and turned into a win probability. An evaluation
// is asked only about positions in which the game goes on.
//
// Any number of threads may ask one Evaluator at the same time; what `solve` remembers is in memory
// of the caller's.

#include "base/logit.h"
#include "rules/rules.h"

// Larger than any evaluation; search scores beyond it are proven results.
#define VALUE_MAX 20000

typedef struct Evaluator Evaluator;

struct Evaluator {
    const char *name;
    const char *game;

    // For the side to move, between -VALUE_MAX and VALUE_MAX.
    int (*value)(const Evaluator *self, const Position *pos);

    // The value of each move for the side that plays it: what minus value() of the position after
    // it would say, possibly computed faster. A move that ends the game gets +-VALUE_MAX or 0. The
    // moves are legal ones, any of them in any order; kernels are fastest in that of Rules.moves.
    void (*move_values)(
        const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *values);

    // How likely a search is to visit each move, as logits in thousandths for a softmax over all
    // moves of the position, at the cost of some tens of values. False if there is no policy for
    // the position's board. Null if there is none for any.
    bool (*policy)(
        const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *logits);

    // Whether the result by best play is known: then `*result` is positive, 0 or negative for the
    // side to move, and more the larger the margin. A winner who gives nothing of it away must
    // come to an end, also where positions can recur.
    // `memory` is for this function alone: memory_bytes, one for each thread, cleared at first.
    // Null where nothing is known.
    bool (*solve)(const Position *pos, void *memory, int *result);
    size_t memory_bytes;

    // What a learned evaluation has learned; null for the others.
    const struct Network *network;
};

// The win probability of a value, 0 to 1.
static inline float value_to_win_probability(int value) {
    return logit_to_probability_portable((float)value / 1000.0f);
}

// The inverse; certainty gives a large value.
int value_from_win_probability(float win_probability);
