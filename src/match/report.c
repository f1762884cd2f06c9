#include "match/report.h"

#include <ctype.h>
#include <stdlib.h>

#include "match/report_parts.h"

// Nothing from outside, whatever else may go wrong: the browser enforces that too.
#define POLICY "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

void report_add_elo(const Report *report, double elo, double error) {
    html_add_signed(report->out, elo, 1);
    text_add(report->out, "\u00a0±\u00a0");
    html_add_number(report->out, error, 1);
}

void report_add_elo_interval(const Report *report, double elo, double low, double high) {
    html_add_signed(report->out, elo, 1);
    text_add(report->out, " (");
    html_add_signed(report->out, low, 1);
    text_add(report->out, " to ");
    html_add_signed(report->out, high, 1);
    text_add(report->out, ")");
}

void report_add_capitalised(const Report *report, const char *word) {
    text_add_byte(report->out, (char)toupper((unsigned char)word[0]));
    html_add_text(report->out, slice_from(word + 1));
}

void report_add_verdict(const Report *report, VerdictKind kind) {
    for (const char *c = verdict_name(kind); *c; c++) {
        text_add_byte(report->out, *c == '-' ? ' ' : *c);
    }
}

void report_begin_section(const Report *report, const char *id, const char *title) {
    text_addf(
        report->out, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">%s</h2>\n", id, id, title);
}

void report_end_section(const Report *report) {
    text_add(report->out, "</section>\n");
}

void report_begin_table(const Report *report, const char *id, const char *const *columns) {
    text_addf(report->out,
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-labelledby=\"%s\"><table "
        "class=\"%s\">\n<thead><tr>",
        id, id);
    for (size_t i = 0; columns[i]; i++) {
        text_addf(report->out, "<th scope=\"col\">%s</th>", columns[i]);
    }
}

void report_end_header(const Report *report) {
    text_add(report->out, "</tr></thead>\n");
}

void report_end_table(const Report *report) {
    text_add(report->out, "</table></div>\n");
}

static int by_rating(const void *a, const void *b) {
    const ReportStanding *x = a;
    const ReportStanding *y = b;
    if (x->rating.elo != y->rating.elo) {
        return x->rating.elo > y->rating.elo ? -1 : 1;
    }
    if (x->score.points != y->score.points) {
        return x->score.points > y->score.points ? -1 : 1;
    }
    return x->player < y->player ? -1 : 1;
}

static ReportStanding *rank_players(const Match *match) {
    size_t count = match->options->contestant_count;
    ReportStanding *standings = calloc(count ? count : 1, sizeof *standings);
    if (!standings) {
        abort();
    }
    Ratings *ratings = match_ratings(match);
    MoveTimes *times = calloc(count ? count : 1, sizeof *times);
    if (!times) {
        abort();
    }
    match_move_times(match, times);
    for (size_t i = 0; i < count; i++) {
        standings[i] =
            (ReportStanding){i, ratings_get(ratings, i), match_score(match, i), times[i]};
    }
    free(times);
    ratings_free(ratings);
    qsort(standings, count, sizeof *standings, by_rating);
    return standings;
}

// The text before the first heading: all that a browser wants to know.
static void add_head(const Report *report) {
    text_add(report->out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY "\"/>\n<title>");
    if (report->match->options->title) {
        html_add_text(report->out, slice_from(report->match->options->title));
        text_add(report->out, ": ");
    }
    report_add_capitalised(report, report->match->options->rules->name);
    text_add(report->out, " match: ");
    for (size_t i = 0; i < report->player_count && i < 4; i++) {
        text_add(report->out, i ? ", " : "");
        html_add_short_text(report->out, report_name(report, i), 40);
    }
    text_add(report->out, report->player_count > 4 ? " and others" : "");
    text_addf(report->out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", REPORT_STYLE);
}

// Marked as text without markup, for whoever reads the page as XML.
static void add_replay(const Report *report, Slice replay) {
    if (replay.size > 0) {
        text_add(report->out, "<script>//<![CDATA[\n");
        text_add_slice(report->out, replay);
        text_add(report->out, "\n//]]></script>\n");
    }
}

void report_write(const Match *match, const char *date, Slice replay, Text *out) {
    Report report = {
        .match = match,
        .date = date,
        .standings = rank_players(match),
        .player_count = match->options->contestant_count,
        .out = out,
    };
    add_head(&report);
    report_add_heading(&report);
    text_add(out, "<main>\n");
    report_add_result(&report);
    if (match->options->title) {
        report_add_places(&report);
    }
    if (match->game_count > 0) {
        report_add_standings(&report);
        report_add_cross_table(&report);
        report_add_bars(&report);
        report_add_convergence(&report);
        report_add_endings(&report);
    }
    report_add_players(&report);
    if (match->game_count > 0) {
        report_add_games(&report);
    }
    text_addf(out, "</main>\n<script>\n%s</script>\n", REPORT_SCRIPT);
    add_replay(&report, replay);
    text_add(out, "</body>\n</html>\n");
    free(report.standings);
}
