#pragma once
// Draws by repetition, as a search sees them: a position that stands for the second time is as good
// as drawn, for whoever can repeat once can do so again.

#include "rules/game.h"

// Whether path[depth] has stood before, on the path or in the game. path[0] is the game's position
// now. False where the variant knows no repetition.
bool is_repetition(const Game *game, const Position *path, size_t depth);
