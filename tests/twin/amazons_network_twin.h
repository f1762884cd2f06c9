#pragma once
// What a network sees of a position of Amazons, found slowly, square by square, from distances that
// are numbers: the twin of eval/amazons/network_inputs.h. It shares no code with it.

#include "twin/amazons_eval_twin.h"

typedef struct AmazonsNetworkTwin {
    int empty_count;
    int square_class[10][10]; // [y][x]; the inputs' numbers
    int linear[12];           // in the inputs' order
} AmazonsNetworkTwin;

void amazons_network_twin(const AmazonsTwin *twin, AmazonsNetworkTwin *out);
