#pragma once
// The ways of playing, one file each.

#include "search/engine.h"

extern const EngineKind ENGINE_RANDOM; // any legal move; the example of how to write an engine
extern const EngineKind ENGINE_GREEDY; // the move that looks best one ply ahead
