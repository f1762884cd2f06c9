#include "api/analysis_json.h"

#include <math.h>
#include <stdlib.h>

#include "api/game_json.h"

static const char *const STATE_NAMES[] = {"queued", "running", "done", "stopped", "failed"};

// Four decimals: more would be the search's noise.
static json_t *chance_json(int score) {
    return json_real(round(engine_win_probability(score) * 10000) / 10000);
}

static json_t *line_json(const Game *game, const EngineReport *report) {
    json_t *pv = game_json_line(game->rules, game_position(game), report->pv, report->pv_count);
    return json_pack("{s:O s:o s:i s:o}", "move", json_array_get(pv, 0), "chance",
        chance_json(report->score), "score", report->score, "pv", pv);
}

static json_t *report_json(const AnalysisView *view) {
    const EngineReport *report = view->report;
    if (view->line_count == 0) {
        return json_null();
    }
    json_t *lines = json_array();
    for (size_t i = 0; i < view->line_count; i++) {
        json_array_append_new(lines, line_json(&view->question->game, &view->lines[i]));
    }
    return json_pack("{s:i s:I s:I s:o s:b}", "depth", report->depth, "nodes",
        (json_int_t)report->nodes, "timeMs", (json_int_t)report->time_ms, "lines", lines, "done",
        view->state >= ANALYSIS_DONE);
}

void analysis_json_write(const AnalysisView *view, Text *out) {
    const Question *question = view->question;
    const Position *pos = game_position(&question->game);
    char text[POSITION_TEXT_SIZE];
    question->game.rules->write(pos, text);
    json_t *object = json_pack("{s:s s:s s:I s:s s:s s:s s:s s:o}", "id", view->id, "state",
        STATE_NAMES[view->state], "queuePosition", (json_int_t)view->queue_position, "game",
        question->game.rules->name, "variant", pos->variant->name, "position", text, "engine",
        question->kind->name, "analysis", report_json(view));
    char *written = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
    if (!written) {
        abort();
    }
    text_add(out, written);
    free(written);
    json_decref(object);
}
