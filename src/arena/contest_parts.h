#pragma once
// What the files of contests share.

#include "arena/contests.h"

// CONTEST_STATE.
bool contest_refuse_state(const Contest *contest, const char *what, Error *error);

// Into another state, with or without a reason.
void contest_move(StoreTx *tx, const Contest *contest, ContestState state, const Error *reason);

// Fixes the versions of all entries and draws their places.
void contest_freeze(StoreTx *tx, const Contest *contest);

// Takes the pairs of a version out of the queue; those of all if it is 0.
bool contest_withdraw_pairs(StoreTx *tx, const Queue *queue, const Contest *contest,
    int64_t version, const Error *reason, Error *error);

// The name of a pair of games in the store, and back: `contest/ID/ROUND/ENCOUNTER/PAIR/TRY`.
typedef struct ContestPairKey {
    int round;
    int encounter;
    int pair;
    int64_t try_count;
} ContestPairKey;

void contest_pair_key_add(Text *out, int64_t contest, const ContestPairKey *key);
bool contest_pair_key_read(Slice text, ContestPairKey *out);
