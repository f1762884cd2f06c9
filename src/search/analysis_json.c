#include "search/analysis_json.h"

#include "rules/game_json.h"

// More would be the search's noise.
#define PROBABILITY_DECIMALS 4
#define SCORE_DECIMALS 2

int report_score_first(const EngineReport *report, const Position *pos) {
    return position_turn(pos) == SIDE_FIRST ? report->score : -report->score;
}

void json_put_score(JsonWriter *json, int score) {
    json_put_real(json, "winProbability", engine_win_probability(score), PROBABILITY_DECIMALS);
    json_put_real(json, "score", score / 100.0, SCORE_DECIMALS);
}

static void put_line(JsonWriter *json, const Game *game, const EngineReport *line) {
    const Position *pos = game_position(game);
    json_open_object(json, NULL);
    json_put_move(json, "move", game->rules, pos, line->pv[0]);
    json_put_score(json, report_score_first(line, pos));
    json_put_moves(json, "pv", game->rules, pos, line->pv, line->pv_count);
    json_close_object(json);
}

void json_put_analysis(JsonWriter *json, const char *name, const Game *game,
    const EngineReport *report, const EngineReport *lines, size_t line_count, bool is_done) {
    json_open_object(json, name);
    json_put_integer(json, "depth", report->depth);
    json_put_integer(json, "nodes", (int64_t)report->nodes);
    json_put_integer(json, "timeMs", report->time_ms);
    json_open_list(json, "lines");
    for (size_t i = 0; i < line_count; i++) {
        put_line(json, game, &lines[i]);
    }
    json_close_list(json);
    json_put_boolean(json, "done", is_done);
    json_close_object(json);
}
