#pragma once
// What becomes of a version that is handed in:
//
//     submitted -> compiling -> checking -> ready, and active unless it is a draft
//                      \-> failed  \-> failed
//
// Each step is a job of the queue, and the transaction that ends a job begins the next step. So a
// version is in one state and its job is in the queue, whatever is killed and when; a job that
// cannot be done ends by its deadline, and the version with it. The check is a pair against the
// house's random mover: a program that fouls in one of the games fails, one that loses does not.

#include "arena/bots.h"
#include "arena/pairs.h"

typedef struct VersionInput {
    Slice protocol;
    Slice language;
    Slice source; // UTF-8 without NUL bytes
    bool is_draft;
} VersionInput;

// How many versions of a person may be on their way at a time.
#define VERSIONS_OPEN_MAX 5

// A version that is handed in: kept, and put on its way. Returns its number (the id), or 0 with a
// reason: UNKNOWN_PROTOCOL, PROTOCOL_OTHER_GAME, UNKNOWN_LANGUAGE, TOO_LARGE, BOT_RETIRED,
// TOO_MANY_OPEN; NOT_FOUND if the owner has left.
int64_t pipeline_submit(StoreTx *tx, const ArenaBot *bot, const VersionInput *input, Error *error);

// JobKind.settle of compilations; it has no context.
void pipeline_settle_compilation(void *context, StoreTx *tx, const JobSettlement *settlement);

// For pair_settler_add: how checks end; it has no context.
void pipeline_on_pair(void *context, StoreTx *tx, const SettledPair *pair);

// A step of the steward: ends what is long past its deadline. The store is the context.
bool pipeline_step(void *store, Error *error);

// What an open step of a version waits for.
typedef struct StepState {
    bool is_running;    // a worker does it; else it waits for one
    int64_t started_ms; // if it is
} StepState;

StepState pipeline_state(StoreTx *tx, const Version *version);
