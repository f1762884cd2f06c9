#pragma once
// Similar programs in the store: each new program that can play is compared with those of all other
// owners on its board (similarity.h), and the similarities are kept for the teachers.

#include "base/sha256.h"
#include "store/store.h"

// A step of the steward: compares the programs of boards that have new ones, once in a while.
typedef struct SimilarityWatch {
    Store *store;
    int64_t next_ms; // when to look again, by the clock of this machine
} SimilarityWatch;

bool similarities_step(void *watch, Error *error);

// One of the two, with its version.
typedef struct SimilarSide {
    int64_t version_id;
    int64_t version_number;
    int64_t bot_id;
    const char *bot_name;
    int64_t person_id;
    const char *person_name;
    double share;  // of its own code
    Sha256 source; // zero if it is gone, because its owner has left
} SimilarSide;

typedef struct SimilarRow {
    int64_t id;
    const char *game;
    const char *variant;
    int64_t token_count;
    SimilarSide sides[2];
    Slice ranges; // JSON: [{"first": [line, line], "second": [line, line], "tokens"}]
} SimilarRow;

typedef void SimilarVisit(void *context, const SimilarRow *row);

// Shows up to `limit` rows with ids above `after`, those with the greatest share of a board first.
// An empty game or variant is any.
void similarities_list(StoreTx *tx, Slice game, Slice variant, int64_t after, int64_t limit,
    SimilarVisit *visit, void *context);
