// The charts, as SVG inside the page.
//
// They fit any width without shrinking their text: positions across are percentages, and what
// cannot be given in percent (curves) lives in an inner picture that is stretched. Labels of the
// vertical axis hang out on the left, into a margin that the style keeps free.

#include <math.h>

#include "match/report_history.h"
#include "match/report_parts.h"

// Curves that people can tell apart; the style has this many colours.
#define LINES_MAX 8
#define BAR_NAME_COLUMNS 28
#define LEGEND_NAME_COLUMNS 40

#define BAR_ROW_HEIGHT 44
#define CURVE_HEIGHT 260
#define CURVE_WIDTH 1000

// Round ends and steps around a range.
typedef struct Axis {
    double low;
    double high;
    double step;
} Axis;

// Steps of 1, 2 or 5 times a power of ten, about `steps` of them.
static double round_step(double range, int steps) {
    double rough = range / steps;
    double power = pow(10, floor(log10(rough)));
    double digit = rough / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

static Axis axis_around(double low, double high, int steps) {
    // The whole range is a few Elo at least, so that a flat line looks flat.
    double middle = (low + high) / 2;
    low = fmin(low, middle - 5);
    high = fmax(high, middle + 5);
    double step = round_step(high - low, steps);
    return (Axis){floor(low / step) * step, ceil(high / step) * step, step};
}

static double axis_percent(const Axis *axis, double value) {
    return 100 * (value - axis->low) / (axis->high - axis->low);
}

static int axis_steps(const Axis *axis) {
    return (int)lround((axis->high - axis->low) / axis->step);
}

// `anchor` says which end of the text stands at the place.
static const char *anchor_at(double percent) {
    return percent < 4 ? "start" : percent > 96 ? "end" : "middle";
}

// The vertical lines of a scale that runs across, with their labels below.
static void add_scale_across(Text *out, const Axis *axis, int height) {
    for (int i = 0; i <= axis_steps(axis); i++) {
        double value = axis->low + i * axis->step;
        double x = axis_percent(axis, value);
        text_addf(out,
            "<line class=\"%s\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"0\" y2=\"%d\"/><text "
            "class=\"scale\" x=\"%.2f%%\" y=\"%d\" text-anchor=\"%s\">",
            fabs(value) < axis->step / 2 ? "zero" : "grid", x, x, height, x, height + 18,
            anchor_at(x));
        html_add_signed(out, value, 0);
        text_add(out, "</text>\n");
    }
}

// One player: name and rating above, the bar from 0 with its whisker below.
static void add_bar(const Report *report, const Axis *axis, size_t rank) {
    const ReportStanding *standing = &report->standings[rank];
    Text *out = report->out;
    int top = (int)rank * BAR_ROW_HEIGHT;
    double zero = axis_percent(axis, 0);
    double end = axis_percent(axis, standing->rating.elo);
    double from = axis_percent(axis, standing->rating.elo - standing->rating.error);
    double to = axis_percent(axis, standing->rating.elo + standing->rating.error);
    text_add(out, "<g><title>");
    html_add_text(out, report_name(report, standing->player));
    text_addf(out, "</title><text x=\"0\" y=\"%d\">", top + 15);
    html_add_short_text(out, report_name(report, standing->player), BAR_NAME_COLUMNS);
    text_addf(
        out, "</text><text class=\"scale\" x=\"100%%\" y=\"%d\" text-anchor=\"end\">", top + 15);
    report_add_elo(report, standing->rating.elo, standing->rating.error);
    text_addf(out,
        "</text><rect class=\"bar\" x=\"%.2f%%\" y=\"%d\" width=\"%.2f%%\" height=\"12\"/>",
        fmin(zero, end), top + 22, fabs(end - zero));
    text_addf(out, "<line class=\"whisker\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%d\" y2=\"%d\"/>",
        from, to, top + 28, top + 28);
    text_addf(out,
        "<line class=\"whisker\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%d\" y2=\"%d\"/><line "
        "class=\"whisker\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%d\" y2=\"%d\"/></g>\n",
        from, from, top + 24, top + 32, to, to, top + 24, top + 32);
}

void report_add_bars(const Report *report) {
    report_begin_section(report, "ratings", "Ratings");
    double low = 0;
    double high = 0;
    for (size_t i = 0; i < report->player_count; i++) {
        Rating rating = report->standings[i].rating;
        low = fmin(low, rating.elo - rating.error);
        high = fmax(high, rating.elo + rating.error);
    }
    Axis axis = axis_around(low, high, 6);
    int height = (int)report->player_count * BAR_ROW_HEIGHT;
    text_addf(report->out,
        "<figure><svg class=\"chart\" role=\"img\" aria-labelledby=\"bars-title bars-text\" "
        "width=\"100%%\" height=\"%d\"><title id=\"bars-title\">Elo of each player</title><desc "
        "id=\"bars-text\">A bar from 0 to the Elo of each player, the strongest on top, with "
        "a whisker over its 95\u00a0%% interval. The numbers are those of the standings.</desc>\n",
        height + 24);
    add_scale_across(report->out, &axis, height);
    for (size_t rank = 0; rank < report->player_count; rank++) {
        add_bar(report, &axis, rank);
    }
    text_add(report->out,
        "</svg><figcaption>Elo, with whiskers over the 95\u00a0% interval.</figcaption>"
        "</figure>\n");
    report_end_section(report);
}

// Which lines of a history are drawn, and on what scale.
typedef struct Curves {
    const History *history;
    size_t line[LINES_MAX]; // the best ranked ones
    size_t line_count;
    bool has_band; // the only line's 95\u00a0% interval
    Axis elo;
    double games;
} Curves;

static double curve_x(const Curves *curves, size_t point) {
    return CURVE_WIDTH * (double)curves->history->games[point] / curves->games;
}

static double curve_y(const Curves *curves, double elo) {
    return CURVE_HEIGHT * (1 - axis_percent(&curves->elo, elo) / 100);
}

// A range that holds 0, the end and most of the way there. The first games swing wildly: what they
// say may run out of the picture.
static Axis choose_scale(const Curves *curves) {
    const History *history = curves->history;
    double low = 0;
    double high = 0;
    for (size_t i = 0; i < curves->line_count; i++) {
        for (size_t point = history->point_count / 5; point < history->point_count; point++) {
            HistoryPoint at = history_at(history, curves->line[i], point);
            low = fmin(low, curves->has_band ? at.elo_low : at.elo);
            high = fmax(high, curves->has_band ? at.elo_high : at.elo);
        }
    }
    return axis_around(low, high, 6);
}

static Curves choose_curves(const Report *report, const History *history) {
    Curves curves = {.history = history, .games = (double)report->match->game_count};
    curves.has_band = history->line_count == 1;
    curves.line_count = history->line_count < LINES_MAX ? history->line_count : LINES_MAX;
    for (size_t i = 0; i < curves.line_count; i++) {
        curves.line[i] = curves.has_band ? 0 : report->standings[i].player;
    }
    curves.elo = choose_scale(&curves);
    return curves;
}

// The horizontal lines with their labels on the left, and the numbers of games below.
static void add_curve_scales(Text *out, const Curves *curves) {
    for (int i = 0; i <= axis_steps(&curves->elo); i++) {
        double value = curves->elo.low + i * curves->elo.step;
        double y = curve_y(curves, value);
        text_addf(out,
            "<line class=\"%s\" x1=\"0\" x2=\"100%%\" y1=\"%.1f\" y2=\"%.1f\"/><text "
            "class=\"scale\" "
            "x=\"-8\" y=\"%.1f\" text-anchor=\"end\">",
            fabs(value) < curves->elo.step / 2 ? "zero" : "grid", y, y, y + 4);
        html_add_signed(out, value, 0);
        text_add(out, "</text>\n");
    }
    double step = fmax(round_step(curves->games, 5), 1);
    for (double games = 0; games <= curves->games; games += step) {
        double x = 100 * games / curves->games;
        text_addf(out,
            "<text class=\"scale\" x=\"%.2f%%\" y=\"%d\" text-anchor=\"%s\">%.0f</text>\n", x,
            CURVE_HEIGHT + 18, anchor_at(x), games);
    }
}

static void add_band(Text *out, const Curves *curves) {
    const History *history = curves->history;
    text_add(out, "<polygon class=\"band\" points=\"");
    for (size_t i = 0; i < history->point_count; i++) {
        double high = history_at(history, 0, i).elo_high;
        text_addf(out, "%.1f,%.1f ", curve_x(curves, i), curve_y(curves, high));
    }
    for (size_t i = history->point_count; i-- > 0;) {
        double low = history_at(history, 0, i).elo_low;
        text_addf(out, "%.1f,%.1f ", curve_x(curves, i), curve_y(curves, low));
    }
    text_add(out, "\"/>\n");
}

static void add_curve(const Report *report, const Curves *curves, size_t index) {
    text_addf(report->out, "<polyline class=\"curve c%zu\" points=\"", index);
    for (size_t i = 0; i < curves->history->point_count; i++) {
        double elo = history_at(curves->history, curves->line[index], i).elo;
        text_addf(report->out, "%.1f,%.1f ", curve_x(curves, i), curve_y(curves, elo));
    }
    text_add(report->out, "\"><title>");
    html_add_text(report->out, report_name(report, curves->line[index]));
    text_add(report->out, "</title></polyline>\n");
}

// In the order of the ranks, which is that of the lines' ends from top to bottom.
static void add_legend(const Report *report, const Curves *curves) {
    Text *out = report->out;
    text_add(out, "<ul class=\"legend\">\n");
    for (size_t i = 0; i < curves->line_count; i++) {
        text_addf(out,
            "<li><svg aria-hidden=\"true\" width=\"28\" height=\"10\"><line class=\"curve c%zu\" "
            "x1=\"0\" x2=\"28\" y1=\"5\" y2=\"5\"/></svg> <bdi>",
            i);
        html_add_short_text(out, report_name(report, curves->line[i]), LEGEND_NAME_COLUMNS);
        text_add(out, "</bdi></li>\n");
    }
    text_add(out, "</ul>\n");
}

static void add_caption(const Report *report, const Curves *curves) {
    Text *out = report->out;
    text_add(out, "<figcaption>");
    if (curves->has_band) {
        text_add(out, "Elo difference from the pentanomial, seen by ");
        report_add_name(report, 0);
        text_add(out, ", against the number of games played; the band is the 95\u00a0% interval.");
    } else if (report->player_count > curves->line_count) {
        text_addf(out, "Elo of the %zu strongest against the number of games played.",
            curves->line_count);
    } else {
        text_add(out, "Elo of each player against the number of games played.");
    }
    text_add(out, "</figcaption>");
}

static void add_curves(const Report *report, const History *history) {
    Text *out = report->out;
    Curves curves = choose_curves(report, history);
    text_addf(out,
        "<figure class=\"curves\"><svg class=\"chart\" role=\"img\" aria-labelledby=\"curves-title "
        "curves-text\" width=\"100%%\" height=\"%d\"><title id=\"curves-title\">Elo against games "
        "played</title><desc id=\"curves-text\">%s after each of %zu numbers of games, up to all "
        "%.0f. The curves end at the numbers given above.</desc>\n",
        CURVE_HEIGHT + 24, curves.has_band ? "The Elo difference" : "The Elo of the players",
        history->point_count, curves.games);
    add_curve_scales(out, &curves);
    text_addf(out,
        "<svg width=\"100%%\" height=\"%d\" viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\">\n",
        CURVE_HEIGHT, CURVE_WIDTH, CURVE_HEIGHT);
    if (curves.has_band) {
        add_band(out, &curves);
    }
    // The best one last: it lies on top.
    for (size_t i = curves.line_count; i-- > 0;) {
        add_curve(report, &curves, i);
    }
    text_add(out, "</svg></svg>\n");
    if (!curves.has_band) {
        add_legend(report, &curves);
    }
    add_caption(report, &curves);
    text_add(out, "</figure>\n");
}

void report_add_convergence(const Report *report) {
    report_begin_section(report, "convergence", "Convergence");
    History *history = history_new(report->match);
    if (history->point_count < 2) {
        text_add(report->out, "<p>Too few games for a curve.</p>\n");
    } else {
        add_curves(report, history);
    }
    history_free(history);
    report_end_section(report);
}

void report_add_sprt_gauge(const Report *report, double llr) {
    const Sprt *sprt = report->match->options->sprt;
    double low = sprt_lower_bound(sprt);
    double high = sprt_upper_bound(sprt);
    double place = 100 * fmin(fmax((llr - low) / (high - low), 0), 1);
    double zero = 100 * -low / (high - low);
    Text *out = report->out;
    text_addf(out,
        "<figure><svg class=\"chart\" role=\"img\" aria-labelledby=\"sprt-title\" width=\"100%%\" "
        "height=\"46\"><title id=\"sprt-title\">Log-likelihood ratio between the bounds of the "
        "SPRT</title>\n<line class=\"grid\" x1=\"0\" x2=\"100%%\" y1=\"14\" y2=\"14\"/><line "
        "class=\"zero\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"6\" y2=\"22\"/><rect class=\"bar\" "
        "x=\"%.2f%%\" y=\"9\" width=\"%.2f%%\" height=\"10\"/>\n",
        zero, zero, fmin(zero, place), fabs(place - zero));
    text_add(out, "<text class=\"scale\" x=\"0\" y=\"40\">H0 at ");
    html_add_signed(out, low, 2);
    text_add(out, "</text><text class=\"scale\" x=\"100%\" y=\"40\" text-anchor=\"end\">H1 at ");
    html_add_signed(out, high, 2);
    text_add(out, "</text></svg></figure>\n");
}
