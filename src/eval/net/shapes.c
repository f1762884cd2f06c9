#include "eval/amazons/network_inputs.h"
#include "eval/net/network.h"
#include "eval/quoridor/network.h"

const NetworkShape *const NETWORK_SHAPES[] = {
    &NETWORK_AMAZONS_6,
    &NETWORK_AMAZONS_8,
    &NETWORK_AMAZONS_10,
    &NETWORK_QUORIDOR,
    NULL,
};
