#pragma once
// Games as requests tell them (docs/openapi.json): a GameSpec, which is game, variant, an optional
// start position and the moves in standard notation. rules/game_json.h writes the same.

#include <jansson.h>

#include "rules/game.h"

// The members that game_input_read reads, for json_input_check.
#define GAME_MEMBERS "game", "variant", "start", "moves"

// Reads a GameSpec from an object that may have other members. On success release `out`; on refusal
// the reason says which member is wrong, and `out` is untouched.
bool game_input_read(const json_t *object, Game *out, Error *error);
