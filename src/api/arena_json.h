#pragma once
// Bots, versions, games and requests as JSON, the same wherever they are told: in answers, lists
// and events.

#include "api/api.h"
#include "arena/bots.h"
#include "arena/games.h"
#include "arena/requests.h"
#include "base/json.h"

// {"id", "name"}, or null without an id.
void put_named(JsonWriter *json, const char *name, int64_t id, const char *text);

// A reason of a row, which is JSON already, or null.
void put_reason(JsonWriter *json, const char *reason);

// The members of a bot, into an object that is open.
void put_bot(JsonWriter *json, const ArenaBot *bot);

// What anybody may know of a version, likewise.
void put_version(JsonWriter *json, const Version *version);

// A version with its bot and its steps, as an object; with the compiler's messages for those who
// may see them. NOT_FOUND.
bool put_version_details(StoreTx *tx, JsonWriter *json, const char *name, int64_t id,
    const Person *person, Error *error);

// The members of a game.
void put_game(JsonWriter *json, const GameRow *game);

// A request with the games that were played, as an object. NOT_FOUND.
bool put_request(StoreTx *tx, JsonWriter *json, const char *name, int64_t id, Error *error);
