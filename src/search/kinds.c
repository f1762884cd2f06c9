#include "search/kinds.h"

const EngineKind *const ENGINE_KINDS[] = {
    &ENGINE_IMMURE,
    &ENGINE_ALPHABETA,
    &ENGINE_LIEBERUM,
    &ENGINE_LORENTZ,
    &ENGINE_KLOETZER,
    &ENGINE_PLAIN,
    &ENGINE_GREEDY,
    &ENGINE_RANDOM,
    NULL,
};
