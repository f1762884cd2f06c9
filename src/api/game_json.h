#pragma once
// Games, positions and records as the JSON of the interface (docs/openapi.json).
//
// A game is told as a `GameSpec`: game, variant, an optional start position and the moves in
// standard notation. The page's own core speaks of games in the same words.

#include <jansson.h>

#include "rules/record/record.h"

// The members that json_read_game reads, for json_input_check.
#define GAME_MEMBERS "game", "variant", "start", "moves"

// Reads a GameSpec from an object that may have other members. On success release `out`; on refusal
// the reason says which member is wrong, and `out` is untouched.
bool game_json_read(const json_t *object, Game *out, Error *error);

// All below return new references, and end the program if memory is out.

// What a variant is about.
json_t *game_json_variant(const Rules *rules, const Variant *variant);

// The position now: who is to move, what he may play, how it ended, what stands where.
json_t *game_json_view(const Game *game);

// A record: its GameSpec, its tags and what is known about each move.
json_t *game_json_record(const Record *record);

// Moves that follow each other from a position.
json_t *game_json_line(const Rules *rules, const Position *start, const Move *moves, size_t count);
