#pragma once
// The ladders of all boards: a step of the steward that rates the games that were played and orders
// those that are to be played (pairing.h).
//
// A Ladders remembers the games that it has rated, so that a step costs what is new; everything
// that counts is in the store. Ratings, history and meetings are written in one transaction, which
// also advances the ladder's mark to the last game that was rated. A server whose games end before
// the mark writes nothing, so several servers may run a ladder, and each game counts once. Pairs
// are ordered in a transaction that advances the ladder's number in the same way.
//
// Few pairs are open at a time: about one and a half for each core of the hosts that are there, so
// that what is ordered is played soon and by the ratings of now. A newcomer's first pair is ordered
// whatever is open, and takes turns with the rest as an owner of its own. Once every rating is
// known as well as the admin wants (site_settings.h), nothing is ordered: the ladder rests.
//
// A bot that ends BOOK_FOULS_IN_ROW games in a row by a foul is paused, with the reason in its row.
// Its owner has it play again, as it is or by a new version; then it may foul as often once more.

#include "arena/board.h"
#include "arena/rating_book.h"
#include "store/store.h"

typedef struct Ladders Ladders;

// The store outlives it. Free with ladders_free.
Ladders *ladders_new(Store *store);
void ladders_free(Ladders *ladders);

// For steward_add; the context is a Ladders. One thread at a time.
bool ladders_step(void *ladders, Error *error);

typedef struct LadderSettings {
    bool is_paused;  // no ranked games are ordered
    int64_t time_ms; // for a move, 0: what the protocols' own judges give
} LadderSettings;

void ladder_settings(StoreTx *tx, const Board *board, LadderSettings *out);
void ladder_configure(StoreTx *tx, const Board *board, const LadderSettings *settings);

// How `immure arena rerate` found the tables.
typedef struct RerateCounts {
    int64_t games;
    int64_t ratings;
    int64_t points; // of the history
    int64_t meetings;
    int64_t different; // rows that were not as they should be
} RerateCounts;

// Makes everything that is derived from the ranked games of a board again. With `check_only` it is
// only compared with what is there: nothing is written.
bool ladder_rerate(
    Store *store, const Board *board, bool check_only, RerateCounts *out, Error *error);

// Every board, from 0; false after the last.
bool ladder_board(size_t index, Board *out);
