#pragma once
// The sections of a match's page, each in a file of its own; only report.c puts them together.
//
// A match without games has only a heading, a result and players. The other sections work for any
// match with games, however few.

#include "base/html.h"
#include "match/match.h"
#include "match/move_times.h"

// A player with what the match says about it.
typedef struct ReportStanding {
    size_t player;
    Rating rating;
    MatchScore score;
    MoveTimes times;
} ReportStanding;

// What the sections draw from, and where they write.
typedef struct Report {
    const Match *match;
    const char *date;
    ReportStanding *standings; // the highest rating first
    size_t player_count;
    Text *out;
} Report;

static inline Slice report_name(const Report *report, size_t player) {
    return text_slice(&report->match->options->contestants[player].name);
}

// `<bdi>`: a name in right-to-left script, or with direction marks, turns nothing around it.
static inline void report_add_name(const Report *report, size_t player) {
    text_add(report->out, "<bdi>");
    html_add_text(report->out, report_name(report, player));
    text_add(report->out, "</bdi>");
}

// "+34.9 ± 12.3"
void report_add_elo(const Report *report, double elo, double error);
// An Elo with its interval, which need not be symmetric.
void report_add_elo_interval(const Report *report, double elo, double low, double high);

void report_add_capitalised(const Report *report, const char *word);

// A verdict's name in words.
void report_add_verdict(const Report *report, VerdictKind kind);

// A section with its heading; the id is the heading's.
void report_begin_section(const Report *report, const char *id, const char *title);
void report_end_section(const Report *report);

// A table that scrolls by itself when it is too wide, by keyboard too, so that the page never does.
// The id is that of its section, and becomes the table's class. The columns are ended by null; more
// header cells may follow before the header ends.
void report_begin_table(const Report *report, const char *id, const char *const *columns);
void report_end_header(const Report *report);
void report_end_table(const Report *report);

// report_assets.c: the page's style and script, both constant.
extern const char REPORT_STYLE[];
extern const char REPORT_SCRIPT[];

// report_result.c: what was played and what came out.
void report_add_heading(const Report *report);
void report_add_result(const Report *report);
void report_add_players(const Report *report);

// report_places.c: the final standings of a contest, with its tie-breaks.
void report_add_places(const Report *report);

// report_tables.c
void report_add_standings(const Report *report);
void report_add_cross_table(const Report *report);
void report_add_endings(const Report *report);

// report_charts.c
void report_add_bars(const Report *report);
void report_add_convergence(const Report *report);
void report_add_sprt_gauge(const Report *report, double llr);

// report_games.c
void report_add_games(const Report *report);
