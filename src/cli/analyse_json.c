#include "cli/analyse_writers.h"
#include "rules/game_json.h"
#include "search/analysis_json.h"

// Four decimals: more would be the search's noise.
#define LOSS_DECIMALS 4

static JsonWriter begin(const AnalysisTopic *topic, const Position *pos, Text *out) {
    JsonWriter json = {.out = out, .is_indented = true};
    json_open_object(&json, NULL);
    json_put_topic(&json, topic->game->rules, pos);
    json_put_text(&json, "engine", topic->engine);
    return json;
}

static void end(JsonWriter *json) {
    json_close_object(json);
    text_add_byte(json->out, '\n');
}

// What was found out about one position: how it ended, or the best lines.
static void put_views(
    JsonWriter *json, const Game *game, const PositionReview *views, size_t count) {
    EngineReport lines[ENGINE_LINES_MAX];
    if (views[0].outcome.result != RESULT_NONE) {
        json_put_outcome(json, "outcome", views[0].outcome);
        json_put_null(json, "analysis");
        return;
    }
    for (size_t i = 0; i < count; i++) {
        lines[i] = views[i].report;
    }
    json_put_analysis(json, "analysis", game, &lines[0], lines, count, true);
}

void analysis_write_json(
    const AnalysisTopic *topic, const PositionReview *lines, size_t count, Text *out) {
    JsonWriter json = begin(topic, game_position(topic->game), out);
    put_views(&json, topic->game, lines, count);
    end(&json);
}

static void put_step(JsonWriter *json, const GameAnalysis *analysis, Game *game, size_t ply) {
    const ReviewStep *step = &analysis->steps[ply];
    json_open_object(json, NULL);
    json_put_integer(json, "ply", (int64_t)ply);
    if (ply > 0) {
        json_put_text(json, "side", side_name(game_analysis_mover(analysis, ply)));
        json_put_move(
            json, "move", game->rules, &game->positions[ply - 1], analysis->game->moves[ply - 1]);
        json_put_real(json, "loss", step->loss, LOSS_DECIMALS);
    }
    if (step->mark != MARK_NONE) {
        json_put_text(json, "mark", mark_name(step->mark));
    }
    json_put_score(json, step->view.score);
    put_views(json, game, &step->view, 1);
    json_close_object(json);
}

static void put_steps(JsonWriter *json, const GameAnalysis *analysis) {
    Game game;
    game_init_at(&game, analysis->game->rules, &analysis->game->positions[0]);
    json_open_list(json, "steps");
    for (size_t ply = 0; ply <= analysis->game->count; ply++) {
        if (ply > 0) {
            game_play(&game, analysis->game->moves[ply - 1]);
        }
        put_step(json, analysis, &game, ply);
    }
    json_close_list(json);
    game_release(&game);
}

static void put_side(JsonWriter *json, const GameAnalysis *analysis, Side side) {
    const int *marks = analysis->marks[side];
    json_open_object(json, side_name(side));
    json_put_integer(json, "inaccuracies", marks[MARK_INACCURACY]);
    json_put_integer(json, "mistakes", marks[MARK_MISTAKE]);
    json_put_integer(json, "blunders", marks[MARK_BLUNDER]);
    json_put_real(json, "meanLoss", analysis->mean_loss[side], LOSS_DECIMALS);
    json_close_object(json);
}

void analysis_write_game_json(const AnalysisTopic *topic, const GameAnalysis *analysis, Text *out) {
    JsonWriter json = begin(topic, &topic->game->positions[0], out);
    json_put_text(&json, "result", result_text(topic->result));
    json_put_integer(&json, "plies", (int64_t)topic->game->count);
    put_steps(&json, analysis);
    json_open_list(&json, "mistakes");
    for (size_t i = 0; i < analysis->mistake_count; i++) {
        json_put_integer(&json, NULL, (int64_t)analysis->mistakes[i]);
    }
    json_close_list(&json);
    for (EACH_SIDE(side)) {
        put_side(&json, analysis, side);
    }
    end(&json);
}
