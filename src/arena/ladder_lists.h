#pragma once
// Ladders as people look at them: the rows, what waits, and how a bot's rating came about. Every
// list is read by an index from a key on.

#include "arena/ladders.h"

// Below so many games a rating is provisional.
#define PROVISIONAL_GAMES 20

typedef struct LadderSummary {
    LadderSettings settings;
    int64_t bots;
    int64_t games;
    int64_t rated_ms;  // 0: never
    int64_t unsettled; // bots that seek ranked games (pairing.h); 0: the ladder rests
} LadderSummary;

void ladder_summary(StoreTx *tx, const Board *board, LadderSummary *out);

typedef struct LadderPlace {
    int64_t rank;
    int64_t bot_id;
    const char *bot;
    int64_t version_id;
    int64_t version_number;
    int64_t owner_id; // 0: the house
    const char *owner;
    Rating rating;
    int64_t games;
    int64_t wins;
    int64_t draws;
    int64_t losses;
    int64_t fouls;
    bool is_anchor;
} LadderPlace;

typedef void LadderVisit(void *context, const LadderPlace *place);

// Places with ranks above `after`, in their order.
void ladder_list(StoreTx *tx, const Board *board, int64_t after, int64_t limit, LadderVisit *visit,
    void *context);

typedef struct WaitingPair {
    int64_t id;
    int64_t bots[2];
    const char *names[2];
    int64_t created_ms;
    int64_t deadline_ms;
    int64_t started_ms; // 0: no host has it yet
} WaitingPair;

typedef void WaitingVisit(void *context, const WaitingPair *pair);

// Pairs that are ordered or played, with numbers above `after`.
void ladder_waiting(StoreTx *tx, const Board *board, int64_t after, int64_t limit,
    WaitingVisit *visit, void *context);

typedef struct HistoryRow {
    int64_t game_id;
    int64_t at_ms;
    Rating rating;
    int64_t games;
    int64_t version_number;
} HistoryRow;

typedef void HistoryVisit(void *context, const HistoryRow *row);

// A bot's points after that game.
void bot_history(
    StoreTx *tx, int64_t bot, int64_t after, int64_t limit, HistoryVisit *visit, void *context);

// All of a bot's history in at most so many points (two or more), spread evenly.
void bot_history_thinned(
    StoreTx *tx, int64_t bot, int64_t points, HistoryVisit *visit, void *context);

typedef struct OpponentRow {
    int64_t key; // where the list goes on
    int64_t bot_id;
    const char *bot;
    int64_t games;
    int64_t wins;
    int64_t draws;
    int64_t losses;
    int64_t fouls;
} OpponentRow;

typedef void OpponentVisit(void *context, const OpponentRow *row);

// Those whom a bot has met most come first; `after` is the key of the last one, 0 for all.
void bot_opponents(
    StoreTx *tx, int64_t bot, int64_t after, int64_t limit, OpponentVisit *visit, void *context);

// From one point of the history to the next: what was scored, and what would have been expected of
// the rating before against the opponents' ratings of now. What is not explained by that is the
// work of others' games.
typedef struct ChangeRow {
    int64_t game_id;
    int64_t at_ms;
    int64_t version_number;
    double before; // NAN for the first point
    double after;
    int64_t games;
    double points;    // NAN where there are too many games to look at
    double expected;  // likewise, and for the first point
    int64_t opponent; // the only one, 0: several
    const char *opponent_name;
} ChangeRow;

typedef void ChangeVisit(void *context, const ChangeRow *row);

// The newest first; below that game, 0 for all.
void bot_changes(
    StoreTx *tx, int64_t bot, int64_t below, int64_t limit, ChangeVisit *visit, void *context);
