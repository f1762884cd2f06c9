#pragma once
// The learned evaluation of Amazons: a network on the inputs of network_inputs.h, in a kernel that
// gives what network_value gives, to the last bit, but values all moves of a position together.
//
// What makes it fast (network_kernel.c says where to read on):
//
//   - Boards are filled several at once, each in a lane of a register.
//   - An arrow changes the class of three squares on average, itself included. So the
//     accumulator is that of the position between the amazon's step and its arrow, with the rows of
//     these squares exchanged.
//   - The terms that are counted by queen distances are sums over the classes of squares too, and
//     are kept in the same way.

#include "base/cpu.h"
#include "eval/evaluator.h"
#include "eval/net/network.h"

// The value and the values of moves (evaluator.h), compiled for each CPU level; and the inputs of a
// position (NetworkShape) by the same fills.
#define NETWORK_AMAZONS_KERNEL(level)                                                              \
    int LEVEL_JOIN(network_amazons_value, level)(const Evaluator *self, const Position *pos);      \
    void LEVEL_JOIN(network_amazons_inputs, level)(                                                \
        const Position *pos, int symmetry, NetworkInputs *out);                                    \
    void LEVEL_JOIN(network_amazons_move_values, level)(                                           \
        const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *values);

LEVEL_EACH(NETWORK_AMAZONS_KERNEL)

// Sets up the evaluation by a network, which must stay, for a CPU level that cpu_has(). Returns
// false if the network is not one of this game.
bool amazons_network_evaluator(Evaluator *out, const Network *network, CpuLevel level);
