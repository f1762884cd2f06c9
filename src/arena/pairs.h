#pragma once
// Pairs of games between versions: ordered by ladders, contests and requests, queued in the
// same transaction, and turned into games in the one that ends the job. So a pair is there with its
// job or not at all, and its games are written once.
//
// Ordering is done by a key, and asking twice for one key is asking once: several servers may
// decide the same thing at the same moment.

#include "jobs/queue.h"
#include "match/pair.h"

// Whose groups of jobs they are.
#define ARENA_OWNER "arena"

typedef enum GamePurpose {
    PURPOSE_CHECK,
    PURPOSE_REQUESTED,
    PURPOSE_RANKED,
    PURPOSE_CONTEST,
    PURPOSE_ROOM, // played by people: no pair
    PURPOSE_COUNT,
} GamePurpose;

const char *purpose_name(GamePurpose purpose);
bool purpose_find(Slice name, GamePurpose *out);

typedef struct PairOrder {
    Slice key;
    GamePurpose purpose;
    int64_t versions[2]; // the first one begins game 0
    const Move *opening; // left out where a protocol cannot be told of it
    size_t opening_count;
    uint64_t seeds[2][2]; // as Pair.seeds
    int time_ms;          // for a move; 0: what the protocol's own judge gives
    int64_t request_id;   // 0: none
    int64_t contest_id;   // 0: none
    Slice owner;          // who takes turns with others in the lane
    int64_t deadline_ms;  // from now
} PairOrder;

// Returns the pair's number, also if it was there; 0 with a reason: NOT_FOUND (no such version),
// VERSION_NOT_READY, OTHER_BOARD. Checks are in the lane of checks; contests go with requested
// games, before ranked ones.
int64_t pair_order(StoreTx *tx, const PairOrder *order, Error *error);

// A pair that has ended, as the transaction that ends it sees it.
typedef struct SettledPair {
    int64_t id;
    const char *key;
    GamePurpose purpose;
    const char *game;
    const char *variant;
    const char *state; // done, failed or cancelled
    ErrorCode code;    // of one that is not done, as in JobSettlement
    Slice reason;      // likewise
    int64_t versions[2];
    int64_t request_id;
    int64_t contest_id;
    int64_t game_ids[2];    // of one that is done, in the order in which they were played
    const MatchGame *games; // likewise: two of them
} SettledPair;

// Told of every pair that ends, in that transaction, which may be repeated.
typedef struct PairListener {
    void (*on_end)(void *context, StoreTx *tx, const SettledPair *pair);
    void *context;
} PairListener;

#define PAIR_LISTENERS_MAX 8

typedef struct PairSettler {
    PairListener listeners[PAIR_LISTENERS_MAX];
    int count;
} PairSettler;

void pair_settler_add(
    PairSettler *settler, void (*on_end)(void *, StoreTx *, const SettledPair *), void *context);

// JobKind.settle of the kind `pair`; the context is a PairSettler. Jobs of others are left alone.
void pair_settle(void *settler, StoreTx *tx, const JobSettlement *settlement);
