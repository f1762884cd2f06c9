#pragma once
// An analysis written down: as text for people, as JSON for programs, as a graph in characters and
// as a picture. All of them add to a Text and cannot fail.

#include "cli/analyse_game.h"

// What the writers must know besides the views.
typedef struct AnalysisTopic {
    const Game *game;
    Result result; // what the record says: a game can end without the board knowing, by resignation
    const char *engine;
} AnalysisTopic;

void analysis_write_text(
    const AnalysisTopic *topic, const PositionReview *lines, size_t count, Text *out);
void analysis_write_json(
    const AnalysisTopic *topic, const PositionReview *lines, size_t count, Text *out);

void analysis_write_game_text(
    const AnalysisTopic *topic, const GameAnalysis *analysis, bool has_colour, Text *out);
void analysis_write_game_json(const AnalysisTopic *topic, const GameAnalysis *analysis, Text *out);

// The first player's win probability from move to move, in characters; colours only underline it.
void analysis_write_graph(const GameAnalysis *analysis, bool has_colour, Text *out);

// The same as one SVG file that needs nothing else.
void analysis_write_svg(const AnalysisTopic *topic, const GameAnalysis *analysis, Text *out);
