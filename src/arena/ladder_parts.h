#pragma once
// What the files of the ladders share: one ladder as a server knows it.

#include "arena/ladders.h"
#include "match/openings.h"

// A row of the table `ladders`.
typedef struct LadderRow {
    LadderSettings settings;
    int64_t pair_number;
    int64_t rated_game_id;
    int64_t rated_ms;
} LadderRow;

// A bot that plays.
typedef struct LadderBot {
    int64_t bot_id;
    int64_t owner_id; // 0: the house
    int64_t version_id;
    size_t index; // of the version in the book
} LadderBot;

typedef struct OpenPair {
    int64_t versions[2];
    int64_t number;
} OpenPair;

// A row of the table `ratings`.
typedef struct RatingRow {
    int64_t version_id;
    int64_t bot_id;
    Rating rating;
    int64_t games;
    int64_t wins;
    int64_t draws;
    int64_t losses;
    int64_t fouls;
    int64_t rank; // 0: none
} RatingRow;

typedef struct Ladder {
    Board board;
    RatingBook *book; // null: the games have not been read yet
    RatingRow *rows;  // as they were written last, by the index of the version
    size_t row_count;
    int64_t written_game; // the mark that they were written with
    int64_t fit_count;
    // As they were read last.
    LadderRow row;
    int64_t error_max; // SITE_RATING_ERROR
    LadderBot *bots;
    size_t bot_count;
    OpenPair *open;
    size_t open_count;
    // Balanced openings, loaded when they are needed first.
    bool has_openings;
    Openings openings;
} Ladder;

void ladder_init(Ladder *ladder, const Board *board);
void ladder_release(Ladder *ladder);

// A query with the ladder's game and variant as $1 and $2.
Query *ladder_query(StoreTx *tx, const Board *board, const char *name);

bool ladder_read_row(StoreTx *tx, const Board *board, const char *query, LadderRow *out);

// Reads new games and the active bots into the book, and fits the ratings. With `all_news` every
// game counts as new, to rate the ladder from the start; else only games after the ladder's mark.
bool ladder_read(Ladder *ladder, Store *store, bool all_news, Error *error);

// The rows as they should be, by the index of the version. Free them.
RatingRow *ladder_rows(const Ladder *ladder);

// Whether two rows look alike: they are written anew when they do not.
bool rating_row_equals(const RatingRow *a, const RatingRow *b);

// Writes what the book knows and clears its news. Nothing is done if another server knows more.
bool ladder_write(Ladder *ladder, Store *store, Error *error);

// The same without the conditions, in a transaction of the caller's: for tables that are empty.
void ladder_write_all(StoreTx *tx, const Ladder *ladder, const RatingRow *rows);

// Orders up to `wanted` pairs, and at least those of newcomers; `*ordered` says how many.
bool ladder_order(Ladder *ladder, Store *store, size_t wanted, size_t *ordered, Error *error);
