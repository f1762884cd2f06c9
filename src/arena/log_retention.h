#pragma once
// Logs of games, which are what a program was told, what it said and what it wrote to stderr, are
// kept for some days (site_settings.h): those of contests by a number of their own. Records stay.
//
// Logs go in the order of their games. For each purpose the store has the number of the last game
// whose logs are gone, so that a step costs what is due and everybody can be told.

#include "arena/games.h"

typedef struct LogRetention {
    Store *store;
    int64_t next_ms; // when to look again, by the clock of this machine; 0: at once
} LogRetention;

// A step of the steward (steward.h): now and then drops some of them, a bounded number at a time.
bool log_retention_step(void *retention, Error *error);

// Whether a game is so old that its logs are not kept any more.
bool game_logs_are_gone(StoreTx *tx, GamePurpose purpose, int64_t game);
