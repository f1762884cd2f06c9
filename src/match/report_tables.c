// Standings, cross table and the ways in which games ended.

#include <math.h>

#include "match/report_parts.h"

// A cell with a time, if there are moves that it is of.
static void add_seconds(Text *out, int64_t moves, double ms) {
    text_add(out, "<td>");
    if (moves > 0) {
        html_add_number(out, ms / 1000, 3);
    } else {
        text_add(out, "·");
    }
    text_add(out, "</td>");
}

static void add_standing(const Report *report, size_t rank) {
    const ReportStanding *standing = &report->standings[rank];
    const MatchScore *score = &standing->score;
    text_addf(report->out, "<tr><td>%zu</td><th scope=\"row\">", rank + 1);
    report_add_name(report, standing->player);
    text_add(report->out, "</th><td><b>");
    html_add_signed(report->out, standing->rating.elo, 1);
    text_add(report->out, "</b></td><td>±\u00a0");
    html_add_number(report->out, standing->rating.error, 1);
    text_add(report->out, "</td><td>");
    html_add_number(report->out, score->points, 1);
    text_addf(report->out,
        "</td><td>%d</td><td>%d</td><td>%d</td><td>%d</td><td>%d</td><td>%d</td><td>%d</td>",
        score->games, score->wins, score->draws, score->losses, score->timeouts, score->crashes,
        score->fouls);
    add_seconds(report->out, standing->times.count, move_times_mean_ms(&standing->times));
    add_seconds(report->out, standing->times.count, (double)standing->times.longest_ms);
    text_add(report->out, "</tr>\n");
}

void report_add_standings(const Report *report) {
    static const char *const COLUMNS[] = {"Rank", "Player", "Elo", "Error", "Points", "Games",
        "Won", "Drawn", "Lost", "Timeouts", "Crashes", "Fouls", "Mean move, s", "Longest move, s",
        NULL};
    report_begin_section(report, "standings", "Standings");
    report_begin_table(report, "standings", COLUMNS);
    report_end_header(report);
    text_add(report->out, "<tbody>\n");
    for (size_t rank = 0; rank < report->player_count; rank++) {
        add_standing(report, rank);
    }
    text_add(report->out, "</tbody>\n");
    report_end_table(report);
    text_add(report->out,
        "<p class=\"note\">Elo is fitted to all games at once, with a mean of 0 and a weak prior; "
        "errors are half the width of the 95\u00a0% interval. Timeouts, crashes and fouls (illegal "
        "moves, malformed or endless output, too much memory, never started) are counted among "
        "the losses. The times of moves are the referee’s, without those of the openings.</p>\n");
    report_end_section(report);
}

static void add_cross_cell(const Report *report, size_t row, size_t column) {
    if (row == column) {
        text_add(report->out, "<td class=\"self\">–</td>");
        return;
    }
    MatchScore score = match_score_between(
        report->match, report->standings[row].player, report->standings[column].player);
    if (score.games == 0) {
        text_add(report->out, "<td>·</td>");
        return;
    }
    text_addf(
        report->out, "<td class=\"s%d\">", (int)lround(10 * score.points / (double)score.games));
    html_add_number(report->out, score.points, 1);
    text_addf(report->out, "<small> of %d</small></td>", score.games);
}

void report_add_cross_table(const Report *report) {
    static const char *const COLUMNS[] = {"Rank", "Player", NULL};
    Text *out = report->out;
    report_begin_section(report, "cross", "Cross table");
    report_begin_table(report, "cross", COLUMNS);
    for (size_t i = 0; i < report->player_count; i++) {
        text_add(out, "<th scope=\"col\"><abbr title=\"");
        html_add_text(out, report_name(report, report->standings[i].player));
        text_addf(out, "\">%zu</abbr></th>", i + 1);
    }
    report_end_header(report);
    text_add(report->out, "<tbody>\n");
    for (size_t row = 0; row < report->player_count; row++) {
        text_addf(out, "<tr><td>%zu</td><th scope=\"row\">", row + 1);
        report_add_name(report, report->standings[row].player);
        text_add(out, "</th>");
        for (size_t column = 0; column < report->player_count; column++) {
            add_cross_cell(report, row, column);
        }
        text_add(out, "</tr>\n");
    }
    text_add(report->out, "</tbody>\n");
    report_end_table(report);
    text_add(out, "<p class=\"note\">Points of the row’s player against the column’s, which is "
                  "named by its rank.</p>\n");
    report_end_section(report);
}

// All games by who won, for each verdict and in sum; and how long they were.
typedef struct Endings {
    Tally first[VERDICT_KIND_COUNT]; // counted for the first player
    Tally all;
    Tally pairs; // the same of complete pairs: half points of the two who moved first
    double plies;
    double time_ms;
    int plies_min;
    int plies_max;
} Endings;

static int first_half_points(Result result) {
    return result == RESULT_DRAW ? 1 : result == RESULT_FIRST_WINS ? 2 : 0;
}

static void sum_endings(const Match *match, Endings *endings) {
    *endings = (Endings){.all.unit = TALLY_TRINOMIAL, .pairs.unit = TALLY_PENTANOMIAL};
    for (int kind = 0; kind < VERDICT_KIND_COUNT; kind++) {
        endings->first[kind].unit = TALLY_TRINOMIAL;
    }
    for (size_t i = 0; i < match->game_count; i++) {
        const MatchGame *game = &match->games[i];
        tally_add(&endings->first[game->verdict], first_half_points(game->result));
        tally_add(&endings->all, first_half_points(game->result));
        const MatchGame *second = game->number % 2 == 0 ? match_find(match, game->round,
                                                              game->encounter, game->number + 1)
                                                        : NULL;
        if (second) {
            tally_add(&endings->pairs,
                first_half_points(game->result) + first_half_points(second->result));
        }
        endings->plies += game->plies;
        endings->time_ms += (double)game->time_ms;
        endings->plies_min =
            i && endings->plies_min < game->plies ? endings->plies_min : game->plies;
        endings->plies_max =
            i && endings->plies_max > game->plies ? endings->plies_max : game->plies;
    }
}

static void add_ending(const Report *report, const Tally *tally, VerdictKind kind) {
    double share = 100 * (double)tally_units(tally) / (double)report->match->game_count;
    text_addf(
        report->out, "<tr><th scope=\"row\"%s>", verdict_is_forfeit(kind) ? " class=\"bad\"" : "");
    report_add_verdict(report, kind);
    text_addf(report->out,
        "</th><td>%lld</td><td>%.1f\u00a0%%<svg aria-hidden=\"true\" width=\"96\" "
        "height=\"10\"><rect "
        "width=\"%.1f%%\" height=\"10\" rx=\"2\"/></svg></td>"
        "<td>%lld</td><td>%lld</td><td>%lld</td></tr>\n",
        tally_units(tally), share, share, tally->count[2], tally->count[1], tally->count[0]);
}

// The first player's fate and the games' length, in two sentences. How sure the score is follows
// from the pairs: what an opening is worth to the first player shows in both of its games.
static void add_ending_words(const Report *report, const Endings *endings) {
    Text *out = report->out;
    Stats stats = stats_compute(&endings->all);
    double error = fmin(stats_compute(&endings->pairs).mean_error, 1);
    double games = (double)report->match->game_count;
    text_addf(out, "<p>The first player won %lld of %lld games (<strong>", endings->all.count[2],
        stats.units);
    html_add_number(out, 100 * (double)endings->all.count[2] / games, 1);
    text_addf(out, "\u00a0%%</strong>), drew %lld and lost %lld: a score of ",
        endings->all.count[1], endings->all.count[0]);
    html_add_number(out, 100 * stats.mean, 1);
    text_add(out, "\u00a0±\u00a0");
    html_add_number(out, 100 * error, 1);
    text_add(out, "\u00a0%. A game took ");
    html_add_number(out, endings->plies / games, 1);
    text_addf(out, " plies on average (%d to %d) and ", endings->plies_min, endings->plies_max);
    html_add_number(out, endings->time_ms / games / 1000, 2);
    text_add(out, "\u00a0s.</p>\n");
}

void report_add_endings(const Report *report) {
    static const char *const COLUMNS[] = {
        "Verdict", "Games", "Share", "First won", "Drawn", "Second won", NULL};
    report_begin_section(report, "endings", "How the games ended");
    Endings endings;
    sum_endings(report->match, &endings);
    add_ending_words(report, &endings);
    report_begin_table(report, "endings", COLUMNS);
    report_end_header(report);
    text_add(report->out, "<tbody>\n");
    for (int kind = 0; kind < VERDICT_KIND_COUNT; kind++) {
        if (tally_units(&endings.first[kind]) > 0) {
            add_ending(report, &endings.first[kind], (VerdictKind)kind);
        }
    }
    text_add(report->out, "</tbody>\n");
    report_end_table(report);
    report_end_section(report);
}
