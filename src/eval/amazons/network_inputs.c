#include "eval/amazons/network_inputs.h"

#include "eval/amazons/network.h"
#include "eval/amazons/policy_view.h"

static void amazons_inputs(const Position *pos, int symmetry, NetworkInputs *out) {
    typedef void Inputs(const Position *pos, int symmetry, NetworkInputs *out);
#define INPUTS(level) LEVEL_JOIN(network_amazons_inputs, level)
    static Inputs *const inputs[CPU_LEVEL_COUNT] = LEVEL_TABLE(INPUTS);
    inputs[cpu_level()](pos, symmetry, out);
}

// Root mean squares over games of one ply of Lieberum's evaluation on 8x8, rounded.
static const int16_t LINEAR_UNITS[NETWORK_AMAZONS_TERM_COUNT] = {
    [NETWORK_AMAZONS_WITHIN_1] = 6,
    [NETWORK_AMAZONS_WITHIN_2] = 7,
    [NETWORK_AMAZONS_WITHIN_3] = 8,
    [NETWORK_AMAZONS_REACH] = 8,
    [NETWORK_AMAZONS_QUEEN_NEARER] = 8,
    [NETWORK_AMAZONS_QUEEN_EQUAL] = 15,
    [NETWORK_AMAZONS_CONTESTED] = 32,
    [NETWORK_AMAZONS_KING_NEARER] = 9,
    [NETWORK_AMAZONS_KING_EQUAL] = 8,
    [NETWORK_AMAZONS_KING_LEAD] = 30,
    [NETWORK_AMAZONS_CONFINEMENT] = 2,
    [NETWORK_AMAZONS_MOVE] = 1,
};

// A file for a site has no policy of Amazons, as no network in nets/ has one.
#ifndef IMMURE_SUBMISSION
#define SHAPE_POLICY(size) .policy = &POLICY_AMAZONS_##size,
#endif
#ifndef SHAPE_POLICY
#define SHAPE_POLICY(size)
#endif

#define SHAPE(board_name, size)                                                                    \
    {                                                                                              \
        .name = board_name, .game = "amazons", .board_size = size,                                 \
        .input_count = size * size * NETWORK_AMAZONS_CLASSES,                                      \
        .bucket_count = NETWORK_AMAZONS_BUCKETS, .linear_count = NETWORK_AMAZONS_TERM_COUNT,       \
        .linear_units = LINEAR_UNITS, .symmetry_count = 8, .inputs = amazons_inputs,               \
        SHAPE_POLICY(size)                                                                         \
    }

const NetworkShape NETWORK_AMAZONS_6 = SHAPE("amazons-6x6", 6);
const NetworkShape NETWORK_AMAZONS_8 = SHAPE("amazons-8x8", 8);
const NetworkShape NETWORK_AMAZONS_10 = SHAPE("amazons-10x10", 10);
