#pragma once
// What an engine thinks as JSON, the same for the page, the site and the command line
// (docs/formats.md). An engine speaks for the side to move; here all numbers speak for the first
// player, as those of records do: a game is easier to follow when they do not change sides.

#include "base/json.h"
#include "search/engine.h"

// The first player's score of what an engine says about a position.
int report_score_first(const EngineReport *report, const Position *pos);

// The members "winProbability" (0 to 1) and "score" (logits of it), of a score in hundredths of a
// logit, both the first player's.
void json_put_score(JsonWriter *json, int score);

// An Analysis: {"depth", "nodes", "timeMs", "lines", "done"}. Depth, nodes and time are the whole
// search's, the lines are the best first; a line is {"move", "winProbability", "score", "pv"}.
void json_put_analysis(JsonWriter *json, const char *name, const Game *game,
    const EngineReport *report, const EngineReport *lines, size_t line_count, bool is_done);
