#include <inttypes.h>

#include "cli/analyse_writers.h"
#include "cli/thinking.h"

// How much of a line people read in a list.
#define LISTED_MOVES 6

static void add_pv(Text *out, const AnalysisTopic *topic, size_t ply, const PositionReview *view,
    size_t count_max) {
    const EngineReport *report = &view->report;
    size_t count = report->pv_count < count_max ? report->pv_count : count_max;
    thinking_add_line(out, topic->game->rules, &topic->game->positions[ply], report->pv, count,
        NOTATION_STANDARD);
}

static void add_table(
    const AnalysisTopic *topic, const PositionReview *lines, size_t count, Text *out) {
    text_add(out, "         win      score  depth      nodes  line\n");
    for (size_t i = 0; i < count; i++) {
        text_addf(out, "%3zu  %5.1f %%  %+9.2f  %5d %10" PRIu64 "  ", i + 1,
            100 * lines[i].win_probability, lines[i].score / 100.0, lines[i].report.depth,
            lines[i].report.nodes);
        add_pv(out, topic, topic->game->count, &lines[i], LISTED_MOVES);
        text_add(out, "\n");
    }
}

static void add_ending(const PositionReview *view, Text *out) {
    text_addf(out, "result %s\n", result_text(view->outcome.result));
    if (view->outcome.result != RESULT_NONE) {
        text_addf(out, "ending %s\n", ending_text(view->outcome.ending));
    }
}

void analysis_write_text(
    const AnalysisTopic *topic, const PositionReview *lines, size_t count, Text *out) {
    const Game *game = topic->game;
    const PositionReview *best = &lines[0];
    if (count > 1) {
        add_table(topic, lines, count, out);
    }
    text_addf(out, "engine %s\n", topic->engine);
    text_addf(out, "turn %s\n", side_name(position_turn(game_position(game))));
    if (best->outcome.result != RESULT_NONE) {
        add_ending(best, out);
        return;
    }
    char move[MOVE_TEXT_SIZE];
    game->rules->format(game_position(game), best->report.pv[0], NOTATION_STANDARD, move);
    text_addf(out, "move %s\n", move);
    text_addf(out, "win_probability %.4f\n", best->win_probability);
    text_addf(out, "score %.2f\n", best->score / 100.0);
    text_addf(out, "depth %d\n", best->report.depth);
    text_addf(out, "nodes %" PRIu64 "\n", best->report.nodes);
    text_addf(out, "time_ms %" PRId64 "\n", best->report.time_ms);
    text_add(out, "pv ");
    add_pv(out, topic, game->count, best, PV_MAX);
    text_add(out, "\n");
}

static void format_played(const Game *game, size_t step, char out[MOVE_TEXT_SIZE]) {
    game->rules->format(&game->positions[step - 1], game->moves[step - 1], NOTATION_STANDARD, out);
}

static void add_steps(const AnalysisTopic *topic, const GameAnalysis *analysis, Text *out) {
    text_add(out, " ply  side    move             win      score      loss\n");
    for (size_t i = 0; i <= topic->game->count; i++) {
        const ReviewStep *step = &analysis->steps[i];
        char move[MOVE_TEXT_SIZE] = "start";
        if (i > 0) {
            format_played(topic->game, i, move);
        }
        text_addf(out, "%4zu  %-6s  %-12s %5.1f %%  ", i,
            i > 0 ? side_name(game_analysis_mover(analysis, i)) : "", move,
            100 * step->view.win_probability);
        if (step->view.outcome.result != RESULT_NONE) {
            text_addf(out, "%9s", result_text(step->view.outcome.result));
        } else {
            text_addf(out, "%+9.2f", step->view.score / 100.0);
        }
        if (step->mark != MARK_NONE) {
            text_addf(out, "   %5.1f %% %s", 100 * step->loss, mark_sign(step->mark));
        }
        text_add(out, "\n");
    }
}

static void add_mistakes(const AnalysisTopic *topic, const GameAnalysis *analysis, Text *out) {
    if (analysis->mistake_count == 0) {
        return;
    }
    text_add(out, "\nmistakes, the largest first\n");
    for (size_t i = 0; i < analysis->mistake_count; i++) {
        size_t ply = analysis->mistakes[i];
        const ReviewStep *step = &analysis->steps[ply];
        char move[MOVE_TEXT_SIZE];
        format_played(topic->game, ply, move);
        text_addf(out, "%4zu  %-6s  %-12s %5.1f %%  %-10s  better ", ply,
            side_name(game_analysis_mover(analysis, ply)), move, 100 * step->loss,
            mark_name(step->mark));
        add_pv(out, topic, ply - 1, &analysis->steps[ply - 1].view, LISTED_MOVES);
        text_add(out, "\n");
    }
}

static void add_summary(const AnalysisTopic *topic, const GameAnalysis *analysis, Text *out) {
    text_addf(out, "\nengine %s\n", topic->engine);
    text_addf(out, "plies %zu\n", topic->game->count);
    text_addf(out, "result %s\n", result_text(topic->result));
    for (int side = SIDE_FIRST; side <= SIDE_SECOND; side++) {
        const char *name = side_name((Side)side);
        const int *marks = analysis->marks[side];
        text_addf(out, "inaccuracies_%s %d\n", name, marks[MARK_INACCURACY]);
        text_addf(out, "mistakes_%s %d\n", name, marks[MARK_MISTAKE]);
        text_addf(out, "blunders_%s %d\n", name, marks[MARK_BLUNDER]);
        text_addf(out, "mean_loss_%s %.4f\n", name, analysis->mean_loss[side]);
    }
}

void analysis_write_game_text(
    const AnalysisTopic *topic, const GameAnalysis *analysis, bool has_colour, Text *out) {
    add_steps(topic, analysis, out);
    text_add(out, "\n");
    analysis_write_graph(analysis, has_colour, out);
    add_mistakes(topic, analysis, out);
    add_summary(topic, analysis, out);
}
