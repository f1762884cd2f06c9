#pragma once
// How a game went, as JSON: the journal and the results of workers say it in the same members,
// {"result", "verdict", "plies", "ms", "detail", "record"}, {"reason"} of a foul, and {"logs"} if
// they were asked for.

#include <jansson.h>

#include "match/match.h"

// A new object; null if a text is not UTF-8.
json_t *game_result_json(const MatchGame *game);

// Fills in how a game went from an object, which may have other members. False, and nothing is
// taken, if it is none; else the texts are the game's own (game_result_release).
bool game_result_read(const json_t *object, MatchGame *game);

void game_result_release(MatchGame *game);
