#pragma once
// All that is somebody's own, to take with him and to take away: the account, bots with their
// sources, and which games were his.

#include "arena/person.h"
#include "base/json.h"
#include "store/store.h"

// Writes the members of an object: account, sessions, tokens, bots with the sources of their
// versions, and games.
void personal_data_export(StoreTx *tx, int64_t person_id, JsonWriter *json);

// Takes the sources, the compilers' messages, the logs and the names away, also those in the
// records of games, and retires the bots. Games stay, by "deleted"; so do compiled programs, which
// games that are under way may need.
void personal_data_erase(StoreTx *tx, int64_t person_id);
