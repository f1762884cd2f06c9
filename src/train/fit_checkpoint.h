#pragma once
// The state of training as a file, so that it can be stopped and taken up again (docs/formats.md).

#include "train/fit_curve.h"
#include "train/fit_trainer.h"

typedef struct FitState {
    FitTrainer *trainer;
    FitCurve curve;
    double loss_sum; // over positions since the last point of the curve
    double loss_count;
} FitState;

// Replaces the file at once or not at all. `run` tells runs apart: a number made of everything that
// the outcome depends on.
bool fit_checkpoint_save(const FitState *state, uint32_t run, const char *path, Error *error);

// False with a reason if the file is damaged or of another run; then the state is untouched. A file
// that is not there changes nothing.
bool fit_checkpoint_load(FitState *state, uint32_t run, const char *path, Error *error);
