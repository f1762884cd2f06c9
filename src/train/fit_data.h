#pragma once
// Sample files as something to learn from: split by game, and shuffled whatever their size.
//
// An index of the games is made once. By a hash of its moves a game belongs to the validation set
// or to the training set, so it stays there when files are added, and a game that is in two files
// is never on both sides. Games without a result are passed over, and of the others only the quiet
// positions count.
//
// An epoch takes the training games in random order and cuts them into chunks that fit into
// memory; within a chunk positions are taken in random order. If everything fits into one
// chunk it is read only once. What a chunk holds depends on the seed, the epoch and its number
// alone, so that training can be taken up anywhere.

#include "base/thread_pool.h"
#include "eval/net/network.h"
#include "train/samples.h"

typedef struct FitDataSettings {
    const NetworkShape *shape;
    const char *const *files;
    size_t file_count;
    double validation_share; // of the games, 0 to 1
    size_t validation_max;   // positions, about; the rest of the validation games is not used
    size_t chunk_max;        // positions in memory at a time, about; twice SAMPLE_PLIES_MAX or more
    double result_share;     // of a game's result in the target; the rest is the search's value
    bool needs_shares;       // of visits: positions without any are passed over
    uint64_t seed;
} FitDataSettings;

// The moves that the search of a position visited.
typedef struct FitShares {
    uint8_t count;
    SampleShare shares[SAMPLE_SHARES_MAX];
} FitShares;

// Positions in memory.
typedef struct FitPositions {
    size_t count;
    Position *positions;
    float *targets;       // win probability of the side to move
    uint8_t *half_points; // of the side to move by the result: 0, 1, 2
    FitShares *shares;    // null unless needed
} FitPositions;

typedef struct FitGame {
    uint64_t hash;
    long offset;
    uint32_t file;
    uint32_t count; // of positions to learn from
} FitGame;

typedef struct FitData {
    FitDataSettings settings;
    ThreadPool *pool;
    FitGame *training;
    size_t training_count; // of games
    size_t training_positions;
    FitGame *validation;
    size_t validation_count;
    size_t validation_positions;
    size_t broken_files;   // files that end in a broken block, of which the rest is used
    uint64_t fingerprint;  // of all games
    FitPositions held_out; // the validation positions
    size_t chunk_count;    // in an epoch
    // The chunk in memory.
    FitPositions chunk;
    uint32_t *order;
    uint64_t chunk_number; // counted over all epochs, from 1; 0 if none is there
} FitData;

// Reads the files. False with a reason, also if they hold another game or nothing to learn from.
// The pool and the settings' names stay the caller's.
bool fit_data_init(FitData *data, const FitDataSettings *settings, ThreadPool *pool, Error *error);
void fit_data_release(FitData *data);

// Sees to it that a chunk of an epoch is in memory, with its `order`. False with a reason if it
// cannot be read any more.
bool fit_data_turn_to(FitData *data, uint64_t epoch, size_t chunk, Error *error);
