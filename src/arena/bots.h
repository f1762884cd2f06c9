#pragma once
// Bots and their versions: what bot writers hand in.
//
// A bot is a name of its owner on a board; its versions are numbered from 1. A version goes through
// the pipeline (pipeline.h) and is then ready to play; one of them is active, which is what others
// meet. The house's own engines are bots without an owner, whose version is an engine's words.
//
// Everything here runs in a transaction of the caller's; rights (rights.h) are his to ask about.

#include "arena/board.h"
#include "arena/rights.h"
#include "base/sha256.h"
#include "base/text.h"
#include "match/ratings.h"
#include "sandbox/compile.h"
#include "store/store.h"

// How much one person may have.
#define BOTS_EACH_MAX 100
#define BOT_NAME_SIZE PERSON_NAME_SIZE
#define BOT_SOURCE_BYTES_MAX (1u << 20)
// Of a compiled program: C++ linked statically takes 2 MB.
#define BOT_BINARY_BYTES_MAX (16u << 20)

typedef struct ArenaBot {
    int64_t id;
    int64_t owner_id; // 0: the house
    char owner[PERSON_NAME_SIZE];
    char name[BOT_NAME_SIZE];
    char game[32];
    char variant[32];
    char state[16]; // active, paused, retired
    char *reason;   // JSON, or empty
    int64_t active_version_id;
    int64_t active_number;
    bool is_shared;
    int64_t created_ms;
    bool has_rating; // of its active version
    Rating rating;
    int64_t rated_games;
    int64_t rank; // 0: it does not play
} ArenaBot;

void bot_release(ArenaBot *bot);

// What decides about it.
BotRights bot_rights(const ArenaBot *bot);

// NOT_FOUND; nothing needs releasing then.
bool bot_find(StoreTx *tx, int64_t id, ArenaBot *out, Error *error);

// The bot of that name, if its owner has one on that board; 0 if not.
int64_t bot_named(StoreTx *tx, int64_t owner_id, const Board *board, Slice name);

// A new one. BAD_NAME, NAME_TAKEN, TOO_MANY_BOTS.
int64_t bot_add(StoreTx *tx, int64_t owner_id, const Board *board, Slice name, Error *error);

// A version of the house's own: the engine of these words (players/contestant.h) under that name,
// which is made if it is not there, and gets another version when its words change.
int64_t bot_house_version(StoreTx *tx, const Board *board, const char *name, const char *words);

// BAD_NAME, NAME_TAKEN; NOT_FOUND if the owner has left.
bool bot_rename(StoreTx *tx, const ArenaBot *bot, Slice name, Error *error);
void bot_share(StoreTx *tx, int64_t bot, bool is_shared);

// `state` is active, paused or retired; the reason is JSON (reasons.h) or empty. The fouls of one
// that is made active are forgiven (ladders.h).
void bot_set_state(StoreTx *tx, int64_t bot, const char *state, Slice reason);

// Makes a version the active one; a bot that was paused plays again. NOT_FOUND (not a version of
// that bot), VERSION_NOT_READY, BOT_RETIRED.
bool bot_activate(StoreTx *tx, int64_t bot, int64_t version, Error *error);

typedef struct BotFilter {
    Board board;      // without rules: any
    int64_t owner_id; // 0: anybody
    Slice name;       // a part of it
} BotFilter;

typedef void BotVisit(void *context, const ArenaBot *bot);

// Shows up to `limit` bots with numbers above `after`, in their order. Retired ones are left out
// unless an owner is asked for.
void bot_list(StoreTx *tx, const BotFilter *filter, int64_t after, int64_t limit, BotVisit *visit,
    void *context);

// ---- Versions ----

typedef struct Version {
    int64_t id;
    int64_t bot_id;
    int64_t number;
    char protocol[32];
    char language[32];
    bool is_draft;
    char state[16]; // compiling, checking, ready, failed
    char *reason;   // JSON, or empty
    char *messages; // the compiler's
    bool has_source;
    bool was_compiled;
    Sha256 source;
    int64_t deadline_ms;
    int64_t created_ms;
    int64_t compile_job_id;
    int64_t compile_started_ms; // 0: not yet
    int64_t compile_ended_ms;
    int64_t check_game_id; // 0: none
    int64_t check_started_ms;
    int64_t check_ended_ms;
} Version;

void version_release(Version *version);

// NOT_FOUND; nothing needs releasing then.
bool version_find(StoreTx *tx, int64_t id, Version *out, Error *error);

typedef void VersionVisit(void *context, const Version *version);

// The versions of a bot, newest first, at most `limit` with numbers below `before` (0: all).
void version_list(
    StoreTx *tx, int64_t bot, int64_t before, int64_t limit, VersionVisit *visit, void *context);
