#pragma once
// Every game that was played. Rows are only ever added; everything that is derived from them
// (ratings, standings, marks) can be made again.

#include "arena/board.h"
#include "arena/pairs.h"
#include "base/sha256.h"

// One side of a game, as it is written and as it is read. Numbers that do not apply are 0.
typedef struct GameSide {
    int64_t bot_id;
    int64_t version_id;
    int64_t person_id; // the owner of the bot, or who played
    const char *name;  // as it was then
    int64_t time_ms;   // of all its moves
    int64_t memory_kb; // its peak
    const char *log;   // JSON as match/side_log.h has it; null: none (only written)
    // Only read:
    const char *bot_name;
    int64_t version_number;
    const char *person_name;
    bool has_log;
    bool is_shared; // the bot's source
} GameSide;

typedef struct GameRow {
    int64_t id; // only read
    GamePurpose purpose;
    const char *game;
    const char *variant;
    const char *result;  // "1-0"
    const char *verdict; // a word of referee/verdict.h
    const char *detail;
    const char *reason; // of a foul, JSON (reasons.h); null or empty: none
    int64_t plies;
    int64_t opening_plies;
    int64_t started_ms;
    int64_t ended_ms;
    int64_t pair_id;
    int64_t number; // in the pair
    int64_t request_id;
    int64_t contest_id;
    const char *record; // the text format; only written, game_record reads it
    GameSide sides[2];
} GameRow;

// Adds a game; returns its number. Times are milliseconds of the database's clock.
int64_t game_add(StoreTx *tx, const GameRow *game);

// The log of a side of a game that was added before it was there, JSON that was checked; the first
// one stays.
void game_put_log(StoreTx *tx, int64_t id, Side side, const char *log, int64_t memory_kb);

// What a list is asked for; 0, null or empty: anything.
typedef struct GameFilter {
    int64_t id;
    int64_t bot_id;
    int64_t version_id;
    int64_t person_id;
    int64_t request_id;
    int64_t contest_id;
    Board board;    // without rules: any
    bool is_ranked; // of the board's ladder
    bool has_purpose;
    GamePurpose purpose;
    Slice result;
    Slice verdict;
    Slice name; // a part of a bot's name, or of a player's
} GameFilter;

typedef void GameVisit(void *context, const GameRow *game);

// Shows up to `limit` games with numbers below `before` (0: the newest), newest first.
void game_list(StoreTx *tx, const GameFilter *filter, int64_t before, int64_t limit,
    GameVisit *visit, void *context);

// Appends the record of a game. False if there is no such game.
bool game_record(StoreTx *tx, int64_t id, Text *out);

// Gives a side of a record, the text of a game, another name.
void game_name_side(Text *record, Side side, const char *name);

// The same for a game that was added.
void game_rename_side(StoreTx *tx, int64_t id, Side side, const char *name);

// Appends the log of a side, as JSON. False if there is none.
bool game_log(StoreTx *tx, int64_t id, Side side, Text *out);
