#pragma once
// A board of the arena: a game and a variant, the key of a ladder. In addresses it is one word,
// such as `amazons-8x8`.

#include "base/text.h"
#include "rules/rules.h"

typedef struct Board {
    const Rules *rules;
    const Variant *variant;
} Board;

// By the names of both; UNKNOWN_GAME, UNKNOWN_VARIANT.
bool board_find(Slice game, Slice variant, Board *out, Error *error);

// By its word; NOT_FOUND.
bool board_from_slug(Slice slug, Board *out, Error *error);

// Appends the word of a board.
void board_add_slug(Text *out, const char *game, const char *variant);
