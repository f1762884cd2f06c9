#pragma once
// An NNUE network that says what a position is worth: sparse inputs, one hidden layer, one value.
//
//      inputs, a few of thousands are on  ->  hidden units: clip(sum, 0, 1)^2  ->  value
//      linear terms, small whole numbers  ----------------------------------------^
//
// A game gives a NetworkShape: how many inputs there are and which of them a position turns on.
// The weights of the last step are picked by a bucket, the phase of the game. Everything here is
// whole numbers, so that every machine computes the same: weights of the first layer are fractions
// of NETWORK_ONE, those of the output fractions of NETWORK_OUTPUT_ONE, those of the linear terms
// fractions of NETWORK_LINEAR_ONE thousandths of a logit. The trainer (train/) works with floats of
// the same meaning and rounds them at the end.
//
// The sums of the hidden units, before they are clipped, are the accumulator. Its numbers are 16
// bits wide and wrap round, so that rows can be added in any order, lane by lane; the trainer keeps
// weights so small that it never happens.
//
// network_value is the reference implementation. The searches use a game's own kernel, which
// updates the accumulator of a similar position (accumulator.h), and must give the same values to
// the last bit.
//
// A network is a file: magic, version, shape, weights, a text card that says how it was made, and a
// checksum (docs/formats.md). One for each shape is built into the program.

#include "base/error.h"
#include "base/slice.h"
#include "base/text.h"
#include "eval/evaluator.h"
#include "eval/net/policy.h"
#include "rules/rules.h"

#define NETWORK_ACTIVE_MAX 512
#define NETWORK_LINEAR_MAX 16
#define NETWORK_BUCKETS_MAX 32
#define NETWORK_HIDDEN_MAX 256
#define NETWORK_HIDDEN_STEP 16 // hidden units come in multiples of this, a register's worth

#define NETWORK_ONE 255
#define NETWORK_OUTPUT_ONE 64
#define NETWORK_LINEAR_ONE 256
#define NETWORK_FEATURE_MAX (20 * 1000 * NETWORK_LINEAR_ONE) // 20 logits

// What a position shows to the network, from the view of the side to move.
typedef struct NetworkInputs {
    int bucket; // the phase of the game
    size_t active_count;
    uint16_t active[NETWORK_ACTIVE_MAX]; // which inputs are on, none twice
    int16_t linear[NETWORK_LINEAR_MAX];
} NetworkInputs;

typedef struct NetworkShape {
    const char *name; // e.g. "amazons-8x8"
    const char *game;
    int board_size;
    int input_count;
    int bucket_count;
    int linear_count;
    const int16_t *linear_units; // the usual size of each linear term: the trainer's scale
    int symmetry_count;          // ways to turn a board without changing what it is worth

    // The inputs of a position in which the game goes on, turned by a symmetry (0: as it is).
    void (*inputs)(const Position *pos, int symmetry, NetworkInputs *out);

    const PolicyShape *policy; // null if there is none
} NetworkShape;

typedef struct Network {
    const NetworkShape *shape;
    int hidden_count;
    int16_t *input;  // [input_count][hidden_count]; this is aligned to 64 bytes, all rows to 32
    int16_t *bias;   // [hidden_count]
    int16_t *output; // [bucket_count][hidden_count], at most 127 in size
    int32_t *linear; // [bucket_count][linear_count]
    // The policy, which a network need not have: null then.
    int16_t *policy_output;  // [output_count][hidden_count], rows and sizes as in `output`
    int32_t *policy_feature; // [feature_count], at most NETWORK_FEATURE_MAX in size
    Text card;
    void *memory; // what holds them all
} Network;

// All shapes, ended by null.
extern const NetworkShape *const NETWORK_SHAPES[];

// The shape for a variant of a game; null if there is none.
const NetworkShape *network_shape_for(const Rules *rules, const Variant *variant);

// Takes memory for a network of zeroes; false if it cannot be had.
bool network_init(Network *network, const NetworkShape *shape, int hidden_count);
// The same with a policy, which the shape must have.
bool network_init_with_policy(Network *network, const NetworkShape *shape, int hidden_count);
void network_release(Network *network);

// Reads a network file's bytes, which need not stay. On refusal says what is wrong with them, and
// nothing needs releasing.
bool network_read(Network *network, Slice bytes, Error *error);

// The same if a certain shape is wanted: one of any other is refused.
bool network_read_as(Network *network, const NetworkShape *shape, Slice bytes, Error *error);

// The same from a file; a null shape is any.
bool network_load(Network *network, const NetworkShape *shape, const char *path, Error *error);

// Whether a file holds a network of that shape; says why not.
bool network_check(const char *path, const NetworkShape *shape, Error *error);

// The file's bytes.
void network_write(const Network *network, Text *out);

// Replaces the file at once or not at all.
bool network_save(const Network *network, const char *path, Error *error);

// Copies a network file so that whoever reads the place finds the old or the new one, never half.
bool network_install(const char *path, const char *place, Error *error);

// For the side to move, in thousandths of a logit, within +-(VALUE_MAX - 1).
int network_value(const Network *network, const NetworkInputs *inputs);

// A hidden unit after it is clipped, in fractions of NETWORK_ONE.
int network_hidden(const Network *network, const NetworkInputs *inputs, int unit);

// What a sum over hidden units of clip(sum)^2 * output weight is worth, in fractions of
// NETWORK_LINEAR_ONE thousandths of a logit.
static inline int64_t network_hidden_worth(int64_t hidden_sum) {
    return hidden_sum * (1000 * NETWORK_LINEAR_ONE / NETWORK_OUTPUT_ONE) /
           (NETWORK_ONE * NETWORK_ONE);
}

// The last step, shared by network_value and the kernels: from the sum over hidden units of
// clip(sum)^2 * output weight, and the linear terms' sum, to the value.
static inline int network_finish(int64_t hidden_sum, int64_t linear_sum) {
    // Both in fractions of NETWORK_LINEAR_ONE thousandths of a logit, then cut towards zero.
    const int64_t value = (network_hidden_worth(hidden_sum) + linear_sum) / NETWORK_LINEAR_ONE;
    return value >= VALUE_MAX ? VALUE_MAX - 1 : value <= -VALUE_MAX ? 1 - VALUE_MAX : (int)value;
}
