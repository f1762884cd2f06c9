#pragma once
// The evaluation of a game, ready for use: the learned one where there is a network for the board,
// the classical one elsewhere.

#include "eval/evaluator.h"

typedef struct Evaluation Evaluation;

// `network` is null for the networks built into the program, "none" for the classical evaluation,
// or a network file that takes the place of the built-in one of its board. Null with a reason if
// that file is no network of this game, or is not for the board of `variant`, which is null if any
// may come. Free with evaluation_free.
Evaluation *evaluation_new(
    const Rules *rules, const Variant *variant, const char *network, Error *error);
void evaluation_free(Evaluation *evaluation);

// Its table, which serves every variant of the game and lives as long as the evaluation.
const Evaluator *evaluation_table(const Evaluation *evaluation);
