#pragma once
// The evaluation to use for a game unless another one is asked for.

#include "eval/evaluator.h"

const Evaluator *evaluator_for(const Rules *rules);
