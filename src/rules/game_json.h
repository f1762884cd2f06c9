#pragma once
// Games and positions as JSON, for all who tell them: the page, the site and the command line
// (docs/formats.md).

#include "base/json.h"
#include "rules/game.h"

// A move of a position in standard notation, and moves that follow each other from one.
void json_put_move(
    JsonWriter *json, const char *name, const Rules *rules, const Position *pos, Move move);
void json_put_moves(JsonWriter *json, const char *name, const Rules *rules, const Position *start,
    const Move *moves, size_t count);

// {"result", "ending"}, as result_text and ending_text say them.
void json_put_outcome(JsonWriter *json, const char *name, Outcome outcome);

// The members "game", "variant" and "position" of an object about a position.
void json_put_topic(JsonWriter *json, const Rules *rules, const Position *pos);

// How a game came about, a GameSpec: game, variant, moves, and a start that is not the usual one.
void json_put_spec(JsonWriter *json, const char *name, const Game *game);

// The position now, a PositionView: whose turn it is, what may be played, how it ended, what stands
// where.
void json_put_position(JsonWriter *json, const char *name, const Game *game);
