#pragma once
// The engine against itself, for samples.
//
// Games start in varied positions. A share of the moves is searched with the full number of nodes
// and learned from; the others are searched with a fraction of it, to get through the game cheaply,
// and only played (playout cap randomisation, as in KataGo). In the first moves some are drawn by
// their value instead of being the best, so that games differ. A game ends early when its result is
// proven.
//
// The file is the same for the same settings, byte for byte, whatever the number of threads and
// however often the run was stopped or killed and taken up again.

#include <stdatomic.h>

#include "train/samples.h"

typedef struct SelfplaySettings {
    const char *network;         // as EngineOptions.network
    const char *engine_settings; // as EngineOptions.settings
    uint64_t nodes;              // for a move that is learned from
    double full_share;           // of the moves that are, 0 to 1
    int opening_plies;           // drawn moves at the start, at most
    int thread_count;
    uint64_t seed;
    uint64_t games; // the file has at the end; 0: until stopped
    uint64_t first; // the number of the file's first game: games [first, first + games) of a run
                    // are played anywhere, and are byte for byte those of the whole file
} SelfplaySettings;

typedef struct SelfplayProgress {
    uint64_t games;     // in the file
    uint64_t positions; // worth learning from, in the file
    uint64_t new_games; // of this run
    uint64_t new_positions;
    uint64_t first_wins;
    uint64_t draws;
    int64_t elapsed_ns;
} SelfplayProgress;

// Called now and then, never by two threads at once.
typedef void (*SelfplayListener)(void *context, const SelfplayProgress *progress);

// Who plays the games, if not threads of this program: does what selfplay_run does.
typedef struct SelfplayVenue {
    void *context;
    bool (*run)(void *venue, const SelfplaySettings *settings, const Rules *rules,
        const Variant *variant, const char *path, const atomic_bool *stop,
        SelfplayListener listener, void *context, SelfplayProgress *progress, Error *error);
} SelfplayVenue;

// Plays until the file has as many games as wanted or `stop` is set. False with a reason if the
// file cannot be opened or written or the engine cannot be had; the games so far stay.
bool selfplay_run(const SelfplaySettings *settings, const Rules *rules, const Variant *variant,
    const char *path, const atomic_bool *stop, SelfplayListener listener, void *context,
    SelfplayProgress *progress, Error *error);
