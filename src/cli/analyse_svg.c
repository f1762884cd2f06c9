#include "base/html.h"
#include "cli/analyse_writers.h"

// The picture and the plot inside it, in units that browsers scale.
#define WIDTH 860
#define HEIGHT 340
#define LEFT 60
#define TOP 50
#define PLOT_WIDTH 780
#define PLOT_HEIGHT 240
#define SCALE_STEPS 10 // about this many numbers below the plot

static const char STYLE[] =
    "<style>text{font:13px sans-serif;fill:#333}.head{font-size:16px;font-weight:bold}"
    ".grid{stroke:#ddd}.even{stroke:#777}.area{fill:#4477aa;fill-opacity:.18}"
    ".line{fill:none;stroke:#225588;stroke-width:2}.dot{stroke:#fff}"
    ".inaccuracy{fill:#997700}.mistake{fill:#c75000}.blunder{fill:#b00020}</style>\n";

static double x_of_step(const GameAnalysis *analysis, size_t step) {
    size_t count = analysis->game->count;
    return LEFT + (count > 0 ? PLOT_WIDTH * (double)step / (double)count : 0);
}

static double y_of_win_probability(double win_probability) {
    return TOP + PLOT_HEIGHT * (1 - win_probability);
}

static double y_of_step(const GameAnalysis *analysis, size_t step) {
    return y_of_win_probability(analysis->steps[step].view.win_probability);
}

static void add_head(const AnalysisTopic *topic, const GameAnalysis *analysis, Text *out) {
    const Game *game = topic->game;
    text_addf(out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
        "aria-labelledby=\"title text\">\n",
        WIDTH, HEIGHT);
    text_addf(out, "<title id=\"title\">Chance of the first player to win, %s %s</title>\n",
        game->rules->name, game->positions[0].variant->name);
    text_addf(out,
        "<desc id=\"text\">A curve over %zu plies, from %.0f %% at the start to %.0f %% at the "
        "end; the result is %s. Dots mark moves that lost 5 %% or more by the view of the "
        "engine %s: %zu.</desc>\n",
        game->count, 100 * analysis->steps[0].view.win_probability,
        100 * analysis->steps[game->count].view.win_probability, result_text(topic->result),
        topic->engine, analysis->mistake_count);
    text_add(out, STYLE);
    text_addf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, HEIGHT);
    text_addf(out,
        "<text class=\"head\" x=\"%d\" y=\"28\">%s %s: win probability of the first "
        "player</text>\n",
        LEFT, game->rules->name, game->positions[0].variant->name);
}

static void add_scales(const GameAnalysis *analysis, Text *out) {
    for (int percent = 0; percent <= 100; percent += 25) {
        double y = y_of_win_probability(percent / 100.0);
        text_addf(out,
            "<line class=\"%s\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/><text x=\"%d\" "
            "y=\"%.1f\" text-anchor=\"end\">%d %%</text>\n",
            percent == 50 ? "even" : "grid", LEFT, LEFT + PLOT_WIDTH, y, y, LEFT - 8, y + 4,
            percent);
    }
    size_t count = analysis->game->count;
    size_t step = (count + SCALE_STEPS - 1) / SCALE_STEPS;
    for (size_t ply = 0; ply <= count; ply += step > 0 ? step : 1) {
        text_addf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%zu</text>\n",
            x_of_step(analysis, ply), TOP + PLOT_HEIGHT + 20, ply);
    }
    text_addf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">ply</text>\n",
        LEFT + PLOT_WIDTH / 2, TOP + PLOT_HEIGHT + 40);
}

static void add_points(const GameAnalysis *analysis, Text *out) {
    for (size_t i = 0; i <= analysis->game->count; i++) {
        text_addf(
            out, "%s%.1f,%.1f", i > 0 ? " " : "", x_of_step(analysis, i), y_of_step(analysis, i));
    }
}

static void add_curve(const GameAnalysis *analysis, Text *out) {
    double even = y_of_win_probability(0.5);
    text_addf(out, "<polygon class=\"area\" points=\"%d,%.1f ", LEFT, even);
    add_points(analysis, out);
    text_addf(out, " %.1f,%.1f\"/>\n<polyline class=\"line\" points=\"",
        x_of_step(analysis, analysis->game->count), even);
    add_points(analysis, out);
    text_add(out, "\"/>\n");
}

// Size says what colour says: the larger the dot, the larger the loss.
static void add_dot(
    const AnalysisTopic *topic, const GameAnalysis *analysis, size_t ply, Text *out) {
    const Game *game = topic->game;
    const ReviewStep *step = &analysis->steps[ply];
    char move[MOVE_TEXT_SIZE];
    game->rules->format(&game->positions[ply - 1], game->moves[ply - 1], NOTATION_STANDARD, move);
    text_addf(out, "<circle class=\"dot %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"><title>",
        mark_name(step->mark), x_of_step(analysis, ply), y_of_step(analysis, ply),
        2 + 2 * (int)step->mark);
    text_addf(out, "ply %zu, ", ply);
    html_add_text(out, slice_from(move));
    text_addf(out, "%s: %s, lost %.1f %%</title></circle>\n", mark_sign(step->mark),
        mark_name(step->mark), 100 * step->loss);
}

void analysis_write_svg(const AnalysisTopic *topic, const GameAnalysis *analysis, Text *out) {
    add_head(topic, analysis, out);
    add_scales(analysis, out);
    add_curve(analysis, out);
    for (size_t i = 0; i < analysis->mistake_count; i++) {
        add_dot(topic, analysis, analysis->mistakes[i], out);
    }
    text_add(out, "</svg>\n");
}
