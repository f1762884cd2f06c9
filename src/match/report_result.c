// What was played and what came out: the top of the page, and the players' own words.

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "match/report_parts.h"

// "round-robin" as people write it.
static const char *format_words(ScheduleFormat format) {
    return format == SCHEDULE_ROUND_ROBIN ? "round robin" : schedule_format_name(format);
}

static void add_time(Text *out, int time_ms) {
    if (time_ms < 1000) {
        text_addf(out, "%d ms", time_ms);
    } else {
        text_addf(out, "%g s", time_ms / 1000.0);
    }
}

// How long a player may think: the referee's rules (player.h), in words.
static void add_thinking(Text *out, const Contestant *contestant) {
    const PlayerProtocol *protocol = contestant->protocol;
    if (contestant->nodes) {
        text_addf(out, "%" PRIu64 " nodes a move", contestant->nodes);
    }
    if (contestant->depth) {
        text_addf(out, "%sdepth %d", contestant->nodes ? ", " : "", contestant->depth);
    }
    if (contestant->nodes || contestant->depth) {
        if (!contestant->turn_ms) {
            return;
        }
        text_add(out, ", ");
    }
    int turn_ms = contestant->turn_ms ? contestant->turn_ms : protocol->turn_ms;
    int first_ms = contestant->first_turn_ms;
    if (!first_ms) {
        first_ms = (int)((int64_t)turn_ms * protocol->first_turn_ms / protocol->turn_ms);
    }
    add_time(out, turn_ms);
    text_add(out, " a move");
    if (first_ms != turn_ms) {
        text_add(out, ", ");
        add_time(out, first_ms);
        text_add(out, " the first");
    }
}

// One text if it is the same for all, else where to find it.
static void add_common_thinking(const Report *report) {
    Text first;
    Text other;
    text_init(&first);
    text_init(&other);
    const Contestant *contestants = report->match->options->contestants;
    bool is_common = true;
    for (size_t i = 0; i < report->player_count; i++) {
        text_clear(&other);
        add_thinking(i == 0 ? &first : &other, &contestants[i]);
        is_common = is_common && (i == 0 || slice_is(text_slice(&other), first.data));
    }
    text_add(report->out, is_common ? first.data : "<a href=\"#players\">by player</a>");
    text_release(&first);
    text_release(&other);
}

// Whether any two players, or all of them, start from openings.
static void count_opening_users(const MatchOptions *options, size_t *users, size_t *pairings) {
    *users = 0;
    *pairings = 0;
    for (size_t a = 0; a < options->contestant_count; a++) {
        for (size_t b = a + 1; b < options->contestant_count; b++) {
            *users += match_uses_openings(options, a, b);
            (*pairings)++;
        }
    }
}

static void add_openings(const Report *report) {
    const MatchOptions *options = report->match->options;
    const Openings *openings = options->openings;
    if (openings->source.size == 0) {
        text_add(report->out, "none, from the plain start");
        return;
    }
    text_add(report->out, "<bdi>");
    html_add_text(report->out, text_slice(&openings->source));
    text_addf(report->out, "</bdi> (%zu)", openings->count);
    size_t users;
    size_t pairings;
    count_opening_users(options, &users, &pairings);
    if (users < pairings) {
        text_add(report->out, users ? "; the plain start where a protocol cannot take them"
                                    : "; not used, the protocols cannot take them");
    }
}

// "0 against 2.5 normalised Elo"
static void add_hypotheses(const Report *report) {
    const Sprt *sprt = report->match->options->sprt;
    html_add_number(report->out, sprt->elo0, sprt->elo0 == rint(sprt->elo0) ? 0 : 2);
    text_add(report->out, " against ");
    html_add_number(report->out, sprt->elo1, sprt->elo1 == rint(sprt->elo1) ? 0 : 2);
    text_addf(report->out, " %s Elo", sprt->model == SPRT_NORMALISED ? "normalised" : "logistic");
}

static void add_settings(const Report *report) {
    const MatchOptions *options = report->match->options;
    Text *out = report->out;
    text_add(out, "<dl class=\"facts\">\n<div><dt>Game</dt><dd>");
    report_add_capitalised(report, options->rules->name);
    text_add(out, "</dd></div>\n<div><dt>Variant</dt><dd>");
    html_add_text(out, slice_from(options->variant->name));
    text_add(out, "</dd></div>\n<div><dt>Format</dt><dd>");
    report_add_capitalised(report, format_words(options->schedule.format));
    text_addf(out,
        ", %zu players</dd></div>\n<div><dt>Games</dt><dd>%zu of %s%d</dd></div>\n"
        "<div><dt>Time</dt><dd>",
        report->player_count, report->match->game_count, options->sprt ? "at most " : "",
        match_expected_games(report->match));
    add_common_thinking(report);
    text_add(out, "</dd></div>\n<div><dt>Openings</dt><dd>");
    add_openings(report);
    text_addf(out,
        "</dd></div>\n<div><dt>At a time</dt><dd>%d game%s</dd></div>\n"
        "<div><dt>Seed</dt><dd>%" PRIu64 "</dd></div>\n",
        options->concurrency, options->concurrency == 1 ? "" : "s", options->seed);
    if (options->sprt) {
        text_add(out, "<div><dt>SPRT</dt><dd>");
        add_hypotheses(report);
        text_addf(out, ", α %g, β %g</dd></div>\n", options->sprt->alpha, options->sprt->beta);
    }
    text_add(out, "</dl>\n");
}

void report_add_heading(const Report *report) {
    Text *out = report->out;
    text_add(out, "<header>\n<p class=\"kicker\">");
    report_add_capitalised(report, report->match->options->rules->name);
    text_add(out, " match");
    if (report->date && report->date[0]) {
        text_add(out, " · ");
        html_add_text(out, slice_from(report->date));
    }
    text_add(out, "</p>\n<h1>");
    if (report->match->options->title) {
        text_add(out, "<bdi>");
        html_add_text(out, slice_from(report->match->options->title));
        text_add(out, "</bdi>");
    } else if (report->player_count == 2) {
        report_add_name(report, 0);
        text_add(out, " <span>against</span> ");
        report_add_name(report, 1);
    } else {
        report_add_capitalised(report, format_words(report->match->options->schedule.format));
        text_addf(out, " of %zu players", report->player_count);
    }
    text_add(out, "</h1>\n");
    add_settings(report);
    text_add(out, "</header>\n");
}

static void add_tile(const Report *report, const char *label, const Text *value) {
    text_addf(
        report->out, "<div><dt>%s</dt><dd>%s</dd></div>\n", label, value->size ? value->data : "–");
}

// The figures that a hurried reader looks for.
static void add_tiles(const Report *report, const Stats *stats, const double *llr) {
    Text value;
    text_init(&value);
    Report into = *report;
    into.out = &value;
    text_add(report->out, "<dl class=\"tiles\">\n");
    report_add_elo_interval(&into, stats->elo, stats->elo_low, stats->elo_high);
    add_tile(report, "Elo difference", &value);
    text_clear(&value);
    html_add_number(&value, 100 * stats->los, 1);
    text_add(&value, "\u00a0%");
    add_tile(report, "Likelihood of superiority", &value);
    text_clear(&value);
    report_add_elo(&into, stats->normalised_elo, stats->normalised_elo_error);
    add_tile(report, "Normalised Elo", &value);
    text_clear(&value);
    html_add_number(&value, 100 * stats->mean, 1);
    text_add(&value, "\u00a0%");
    add_tile(report, "Score", &value);
    if (llr) {
        text_clear(&value);
        html_add_signed(&value, *llr, 2);
        add_tile(report, "Log-likelihood ratio", &value);
    }
    text_add(report->out, "</dl>\n");
    text_release(&value);
}

static void add_sprt_clause(const Report *report, SprtStatus status, double llr) {
    static const char *const WORDS[] = {
        [SPRT_CONTINUE] = "has not decided yet",
        [SPRT_ACCEPT_H0] = "accepts H0",
        [SPRT_ACCEPT_H1] = "accepts H1",
    };
    const Sprt *sprt = report->match->options->sprt;
    text_add(report->out, "; the SPRT of ");
    add_hypotheses(report);
    text_addf(report->out, " <strong>%s</strong> (LLR ", WORDS[status]);
    html_add_signed(report->out, llr, 2);
    text_add(report->out, " between the bounds ");
    html_add_signed(report->out, sprt_lower_bound(sprt), 2);
    text_add(report->out, " and ");
    html_add_signed(report->out, sprt_upper_bound(sprt), 2);
    text_add(report->out, ")");
}

static void add_duel_clause(const Report *report, const Tally *pairs, const Stats *stats) {
    Text *out = report->out;
    report_add_name(report, 0);
    text_add(out, " against ");
    report_add_name(report, 1);
    if (stats->units == 0) {
        text_add(out, ": no pair of games is complete yet, so nothing is known");
        return;
    }
    text_add(out, ": <strong>");
    report_add_elo_interval(report, stats->elo, stats->elo_low, stats->elo_high);
    text_add(out, " Elo</strong> with its 95\u00a0% interval, a likelihood of superiority of ");
    html_add_number(out, 100 * stats->los, 1);
    text_add(out, "\u00a0%, normalised Elo ");
    report_add_elo(report, stats->normalised_elo, stats->normalised_elo_error);
    text_addf(out,
        ", all by Student’s t over %lld complete pair%s of games (LL %lld, LD %lld, DD or WL %lld, "
        "WD %lld, WW %lld)",
        stats->units, stats->units == 1 ? "" : "s", pairs->count[0], pairs->count[1],
        pairs->count[2], pairs->count[3], pairs->count[4]);
}

static void add_duel(const Report *report) {
    Tally pairs = match_pentanomial(report->match, 0, 1);
    Stats stats = stats_compute(&pairs);
    const MatchTest *test = &report->match->test;
    bool has_sprt = report->match->options->sprt != NULL;
    if (stats.units > 0) {
        add_tiles(report, &stats, has_sprt ? &test->llr : NULL);
    }
    text_add(report->out, "<p>");
    add_duel_clause(report, &pairs, &stats);
    if (has_sprt) {
        add_sprt_clause(report, test->status, test->llr);
    }
    text_add(report->out, ".</p>\n");
    if (has_sprt) {
        report_add_sprt_gauge(report, test->llr);
    }
}

static void add_leader(const Report *report) {
    if (report->match->game_count == 0) {
        text_add(report->out, "<p>No game has been played yet.</p>\n");
        return;
    }
    const ReportStanding *leader = &report->standings[0];
    text_add(report->out, "<p>");
    report_add_name(report, leader->player);
    text_add(report->out, " leads with <strong>");
    report_add_elo(report, leader->rating.elo, leader->rating.error);
    text_add(report->out, " Elo</strong> and ");
    html_add_number(report->out, leader->score.points, 1);
    text_addf(report->out, " points from %d games", leader->score.games);
    if (report->player_count > 1) {
        const ReportStanding *next = &report->standings[1];
        text_add(report->out, ", before ");
        report_add_name(report, next->player);
        text_add(report->out, " with ");
        report_add_elo(report, next->rating.elo, next->rating.error);
    }
    text_add(report->out, ".</p>\n");
}

void report_add_result(const Report *report) {
    report_begin_section(report, "result", "Result");
    if (report->player_count == 2) {
        add_duel(report);
    } else {
        add_leader(report);
    }
    report_end_section(report);
}

// The words by which players were asked for are for who asked. Those of a contest name programs by
// their hash, which is the key to them.
void report_add_players(const Report *report) {
    bool has_words = report->match->options->title == NULL;
    const char *const columns[] = {
        "Player", "Kind", "Protocol", "Time", has_words ? "As asked for" : NULL, NULL};
    Text *out = report->out;
    report_begin_section(report, "players", "Players");
    report_begin_table(report, "players", columns);
    report_end_header(report);
    text_add(out, "<tbody>\n");
    for (size_t i = 0; i < report->player_count; i++) {
        const Contestant *contestant = &report->match->options->contestants[i];
        text_add(out, "<tr><th scope=\"row\">");
        report_add_name(report, i);
        text_addf(out, "</th><td>%s</td><td>", contestant->engine.size ? "engine" : "program");
        html_add_text(out, slice_from(contestant->protocol->name));
        text_add(out, "</td><td>");
        add_thinking(out, contestant);
        if (has_words) {
            text_add(out, "</td><td><code><bdi>");
            html_add_text(out, text_slice(&contestant->words));
            text_add(out, "</bdi></code>");
        }
        text_add(out, "</td></tr>\n");
    }
    text_add(out, "</tbody>\n");
    report_end_table(report);
    report_end_section(report);
}
