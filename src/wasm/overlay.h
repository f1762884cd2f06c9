#pragma once
// What a board looks like to somebody who counts: distances, paths, and what walls do to them. For
// people who learn; nothing here is hot.

#include "base/json.h"
#include "rules/game.h"

// Writes an Overlay (web/src/core/types.ts).
void overlay_write(const Game *game, JsonWriter *json);
