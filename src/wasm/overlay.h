#pragma once
// What a board looks like to somebody who counts: distances, paths, and what walls do to them. For
// people who learn; nothing here is hot.

#include "rules/game.h"

// Adds an Overlay (web/src/core/types.ts) as JSON.
void overlay_write(const Game *game, Text *out);
