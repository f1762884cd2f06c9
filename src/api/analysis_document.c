#include "api/analysis_document.h"

#include "rules/game_json.h"
#include "search/analysis_json.h"

static const char *const STATE_NAMES[] = {"queued", "running", "done", "stopped", "failed"};

void analysis_document_write(const AnalysisView *view, Text *out) {
    const Game *game = &view->question->game;
    JsonWriter json = {.out = out};
    json_open_object(&json, NULL);
    json_put_text(&json, "id", view->id);
    json_put_text(&json, "state", STATE_NAMES[view->state]);
    json_put_integer(&json, "queuePosition", (int64_t)view->queue_position);
    json_put_topic(&json, game->rules, game_position(game));
    json_put_text(&json, "engine", view->question->kind->name);
    if (view->line_count > 0) {
        json_put_analysis(&json, "analysis", game, view->report, view->lines, view->line_count,
            view->state >= ANALYSIS_DONE);
    } else {
        json_put_null(&json, "analysis");
    }
    json_close_object(&json);
}
