#pragma once
// Draws by repetition in a search: a position that occurs for the second time is scored as a draw,
// since a side that can repeat once can do so again.

#include "rules/game.h"

// Whether path[depth] occurred before, on the path or in the game. path[0] is the game's current
// position. False where the variant has no repetition rule.
bool is_repetition(const Game *game, const Position *path, size_t depth);
