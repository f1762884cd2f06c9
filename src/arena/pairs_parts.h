#pragma once
// What ordering pairs and settling them have in common: a version as a player.

#include "arena/pairs.h"
#include "base/text.h"

// What the row points to lasts as long as its query.
typedef struct PairPlayer {
    Query *row;
    int64_t version_id;
    int64_t bot_id;
    int64_t owner_id; // 0: the house
    Slice game;
    Slice variant;
    bool has_binary;
    Sha256 binary;
    Text name; // as records have it: the bot, and the version of one that has several
    char owner[PAIR_OWNER_SIZE];
} PairPlayer;

// NOT_FOUND. Release the player in any case.
bool pair_player_find(StoreTx *tx, int64_t version, PairPlayer *out, Error *error);
void pair_player_release(PairPlayer *player);

// Whether it may play now. A version that is being checked plays its check and nothing else.
bool pair_player_is_ready(const PairPlayer *player, GamePurpose purpose, Error *error);

// Its words with its name and its time, read. An engine that thinks by nodes or depth is not timed.
bool pair_player_contestant(
    const PairPlayer *player, const Rules *rules, int time_ms, Contestant *out, Error *error);
