#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "cli/analyse_writers.h"

static const char *side_name(Side side) {
    return side == SIDE_FIRST ? "first" : "second";
}

// Four decimals: more would be the search's noise, and would differ between machines.
static json_t *json_chance(double chance) {
    return json_real(round(chance * 10000) / 10000);
}

static json_t *json_move(const Game *game, size_t ply, Move move) {
    char text[MOVE_TEXT_SIZE];
    game->rules->format(&game->positions[ply], move, NOTATION_STANDARD, text);
    return json_string(text);
}

static json_t *json_pv(const Game *game, size_t ply, const EngineReport *report) {
    json_t *moves = json_array();
    Position pos = game->positions[ply];
    for (size_t i = 0; i < report->pv_count; i++) {
        char text[MOVE_TEXT_SIZE];
        game->rules->format(&pos, report->pv[i], NOTATION_STANDARD, text);
        json_array_append_new(moves, json_string(text));
        game->rules->apply(&pos, report->pv[i], &pos);
    }
    return moves;
}

// What the engine thinks of the position at a ply; nothing but the chance when the game is over.
static void add_view(json_t *object, const Game *game, size_t ply, const View *view) {
    json_object_set_new(object, "chance", json_chance(view->chance));
    if (view->outcome.result != RESULT_NONE) {
        json_object_set_new(object, "ending", json_string(ending_text(view->outcome.ending)));
        return;
    }
    const EngineReport *report = &view->report;
    json_object_set_new(object, "score", json_real(view->score / 100.0));
    json_object_set_new(object, "depth", json_integer(report->depth));
    json_object_set_new(object, "nodes", json_integer((json_int_t)report->nodes));
    json_object_set_new(object, "time_ms", json_integer(report->time_ms));
    json_object_set_new(object, "best", json_move(game, ply, report->pv[0]));
    json_object_set_new(object, "pv", json_pv(game, ply, report));
}

static json_t *json_topic(const AnalysisTopic *topic, const Position *pos) {
    char text[POSITION_TEXT_SIZE];
    topic->game->rules->write(pos, text);
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "game", topic->game->rules->name, "variant",
        pos->variant->name, "engine", topic->engine, "position", text, "turn",
        side_name(position_turn(pos)), "result", result_text(topic->result));
}

// Takes the object.
static void write_object(json_t *object, Text *out) {
    char *text = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    if (!text) {
        abort();
    }
    text_addf(out, "%s\n", text);
    free(text);
    json_decref(object);
}

void analysis_write_json(const AnalysisTopic *topic, const View *lines, size_t count, Text *out) {
    const Game *game = topic->game;
    json_t *object = json_topic(topic, game_position(game));
    json_t *list = json_array();
    if (lines[0].outcome.result != RESULT_NONE) {
        add_view(object, game, game->count, &lines[0]);
        count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        json_t *line = json_object();
        add_view(line, game, game->count, &lines[i]);
        json_array_append_new(list, line);
    }
    json_object_set_new(object, "lines", list);
    write_object(object, out);
}

static json_t *json_step(const GameAnalysis *analysis, size_t ply) {
    const Game *game = analysis->game;
    const Step *step = &analysis->steps[ply];
    json_t *object = json_object();
    json_object_set_new(object, "ply", json_integer((json_int_t)ply));
    if (ply > 0) {
        json_object_set_new(
            object, "side", json_string(side_name(game_analysis_mover(analysis, ply))));
        json_object_set_new(object, "move", json_move(game, ply - 1, game->moves[ply - 1]));
        json_object_set_new(object, "loss", json_chance(step->loss));
    }
    if (step->mark != MARK_NONE) {
        json_object_set_new(object, "mark", json_string(mark_name(step->mark)));
    }
    add_view(object, game, ply, &step->view);
    return object;
}

static json_t *json_side(const GameAnalysis *analysis, Side side) {
    const int *marks = analysis->marks[side];
    return json_pack("{s:i, s:i, s:i, s:o}", "inaccuracies", marks[MARK_INACCURACY], "mistakes",
        marks[MARK_MISTAKE], "blunders", marks[MARK_BLUNDER], "mean_loss",
        json_chance(analysis->mean_loss[side]));
}

void analysis_write_game_json(const AnalysisTopic *topic, const GameAnalysis *analysis, Text *out) {
    json_t *object = json_topic(topic, &topic->game->positions[0]);
    json_t *steps = json_array();
    for (size_t ply = 0; ply <= topic->game->count; ply++) {
        json_array_append_new(steps, json_step(analysis, ply));
    }
    json_object_set_new(object, "plies", json_integer((json_int_t)topic->game->count));
    json_object_set_new(object, "steps", steps);
    json_t *mistakes = json_array();
    for (size_t i = 0; i < analysis->mistake_count; i++) {
        json_array_append_new(mistakes, json_integer((json_int_t)analysis->mistakes[i]));
    }
    json_object_set_new(object, "mistakes", mistakes);
    json_object_set_new(object, "first", json_side(analysis, SIDE_FIRST));
    json_object_set_new(object, "second", json_side(analysis, SIDE_SECOND));
    write_object(object, out);
}
