// The list of all games with their records.

#include "match/report_parts.h"

static void add_player_cell(const Report *report, size_t player, bool has_won) {
    text_add(report->out, has_won ? "<td><b>" : "<td>");
    report_add_name(report, player);
    text_add(report->out, has_won ? "</b></td>" : "</td>");
}

static void add_verdict_cell(const Report *report, const MatchGame *game) {
    text_add(report->out, verdict_is_forfeit(game->verdict) ? "<td class=\"bad\">" : "<td>");
    report_add_verdict(report, game->verdict);
    if (game->detail && game->detail[0]) {
        text_add(report->out, " <small><bdi>");
        html_add_text(report->out, slice_from(game->detail));
        text_add(report->out, "</bdi></small>");
    }
    text_add(report->out, "</td>");
}

// A row of its own, so that the record has the whole width.
static void add_record_row(const Report *report, const MatchGame *game) {
    Slice record = slice_trim(slice_from(game->record ? game->record : ""));
    text_add(report->out, "<tr><td class=\"record\" colspan=\"10\">");
    if (record.size > 0) {
        text_add(report->out, "<details><summary>record</summary><pre>");
        html_add_text(report->out, record);
        text_add(report->out, "</pre></details>");
    }
    text_add(report->out, "</td></tr>\n");
}

// A table body for each game: what the script sorts and hides.
static void add_game(const Report *report, size_t index) {
    const MatchGame *game = &report->match->games[index];
    text_addf(report->out, "<tbody><tr><th scope=\"row\">%zu</th><td></td><td>%d</td>", index + 1,
        game->round + 1);
    add_player_cell(report, game->first, game->result == RESULT_FIRST_WINS);
    add_player_cell(report, game->second, game->result == RESULT_SECOND_WINS);
    text_addf(report->out, "<td>%s</td>", result_text(game->result));
    add_verdict_cell(report, game);
    text_addf(report->out, "<td>%d</td><td>", game->plies);
    html_add_number(report->out, (double)game->time_ms / 1000, 2);
    if (match_uses_openings(report->match->options, game->first, game->second)) {
        text_addf(report->out, "</td><td>%zu", game->opening + 1);
    } else {
        text_add(report->out, "</td><td>–");
    }
    text_add(report->out, "</td></tr>\n");
    add_record_row(report, game);
    text_add(report->out, "</tbody>\n");
}

void report_add_games(const Report *report) {
    static const char *const COLUMNS[] = {"Game", "Record", "Round", "First", "Second", "Result",
        "Verdict", "Plies", "Seconds", "Opening", NULL};
    report_begin_section(report, "games", "Games");
    // The script shows the tools: without it they would do nothing.
    text_add(report->out,
        "<div class=\"tools\" hidden=\"hidden\"><label>Filter <input type=\"search\" id=\"filter\" "
        "placeholder=\"player, verdict, result\"/></label> <button type=\"button\" "
        "aria-pressed=\"false\">Unfold records</button> <output for=\"filter\"></output></div>\n");
    report_begin_table(report, "games", COLUMNS);
    report_end_header(report);
    for (size_t i = 0; i < report->match->game_count; i++) {
        add_game(report, i);
    }
    report_end_table(report);
    report_end_section(report);
}
