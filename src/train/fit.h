#pragma once
// Trains a network on sample files (docs/training.md).
//
// The target of a position is a mixture of its game's result and of what the search thought of it.
// The loss is cross-entropy, the optimiser Adam, its rate falls along half a cosine. Everything
// follows from the settings and samples: the number of threads, the CPU level, and stopping and
// going on change nothing, not even the last bit of a weight.

#include <stdatomic.h>

#include "base/cpu.h"
#include "train/fit_curve.h"
#include "train/fit_data.h"
#include "train/fit_trainer.h"

typedef struct FitSettings {
    FitDataSettings data; // with the shape; its seed is that of everything
    int hidden_count;
    FitHeads heads;      // what learns; needs samples with shares of visits if a policy does
    const Network *from; // to go on from, of the same shape and hidden units; null to start anew
    int batch_size;
    double epochs;
    double rate;           // of Adam at the start
    double rate_end_share; // of that at the end
    int thread_count;
    CpuLevel level;
    uint64_t report_count;     // points of the curve
    const char *checkpoint;    // a file to keep the state in; null for none
    uint64_t checkpoint_steps; // that pass between; 0: only when stopped
    bool is_resumed;           // from the checkpoint, if it is there
} FitSettings;

// What suits one board on two cores, found with the prototype; no shape, no files.
FitSettings fit_settings_default(void);

typedef struct FitProgress {
    FitPoint point;
    uint64_t step_count; // in the end
    double positions_per_second;
    double seconds_left;
} FitProgress;

typedef struct FitListener {
    void *context;
    void (*on_data)(void *context, const FitData *data);
    void (*on_progress)(void *context, const FitProgress *progress);
} FitListener;

typedef struct FitResult {
    bool is_finished; // else it was stopped, and only the curve is there
    Network network;
    FitLoss model_loss;   // on the validation positions, in floats
    FitLoss network_loss; // in whole numbers
    FitCurve curve;
    uint64_t step_count;
    size_t training_games;
    size_t training_positions;
    size_t validation_games;
    size_t validation_positions;
} FitResult;

// Trains to the end or until `*stop` is set. False with a reason if that cannot be done; then there
// is nothing to release. The card of the network is empty.
bool fit_run(const FitSettings *settings, const FitListener *listener, const atomic_bool *stop,
    FitResult *result, Error *error);
void fit_result_release(FitResult *result);

// A network's card: data, settings, losses. The date is the caller's word.
void fit_write_card(
    const FitSettings *settings, const FitResult *result, const char *date, Text *out);

// The loss of the network, in whole numbers, as its card tells it; false if it does not.
bool fit_read_card(Slice card, double *loss);
