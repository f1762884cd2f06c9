// The final standings of a contest: places by points and tie-breaks.

#include <stdlib.h>

#include "match/report_parts.h"
#include "match/standings.h"

static void add_number_cell(const Report *report, double number) {
    text_add(report->out, "<td>");
    html_add_number(report->out, number, 1);
    text_add(report->out, "</td>");
}

static void add_place(const Report *report, size_t place, const Standing *standing) {
    const MatchOptions *options = report->match->options;
    text_addf(report->out, "<tr><td>%zu</td><th scope=\"row\">", place + 1);
    report_add_name(report, standing->player);
    text_addf(report->out, "</th><td>%d</td>", standing->stage + 1);
    add_number_cell(report, standing->points);
    add_number_cell(
        report, options->schedule.format == SCHEDULE_SWISS ? standing->buchholz : standing->direct);
    add_number_cell(report, standing->sonneborn_berger);
    text_add(report->out, "<td><bdi>");
    html_add_text(report->out, slice_from(options->notes ? options->notes[standing->player] : ""));
    text_add(report->out, "</bdi></td></tr>\n");
}

void report_add_places(const Report *report) {
    static const char *const SWISS[] = {
        "Place", "Player", "Stage", "Points", "Buchholz", "Sonneborn-Berger", "Note", NULL};
    static const char *const OTHERS[] = {"Place", "Player", "Stage", "Points", "Among those level",
        "Sonneborn-Berger", "Note", NULL};
    const MatchOptions *options = report->match->options;
    Encounter *encounters = calloc(match_encounters_max(options) + 1, sizeof *encounters);
    Standing *standings = calloc(report->player_count + 1, sizeof *standings);
    if (!encounters || !standings) {
        abort();
    }
    size_t count = match_encounters(report->match, encounters);
    standings_compute(&options->schedule, encounters, count, standings);
    report_begin_section(report, "places", "Final standings");
    report_begin_table(
        report, "places", options->schedule.format == SCHEDULE_SWISS ? SWISS : OTHERS);
    report_end_header(report);
    text_add(report->out, "<tbody>\n");
    for (size_t i = 0; i < report->player_count; i++) {
        add_place(report, i, &standings[i]);
    }
    text_add(report->out, "</tbody>\n");
    report_end_table(report);
    text_add(report->out,
        "<p class=\"note\">Who got furthest is first, then points and tie-breaks count, and in the "
        "end the draw. Games that a disqualified player has not played are won by its opponents."
        "</p>\n");
    report_end_section(report);
    free(standings);
    free(encounters);
}
