#include "arena/contest_table.h"

#include <stdlib.h>

#include "arena/csv.h"

void contest_table(
    const ContestMatch *match, void (*visit)(void *context, const ContestRow *row), void *context) {
    Standing *standings = calloc(match->field_count + 1, sizeof *standings);
    if (!standings) {
        abort();
    }
    contest_match_standings(match, standings);
    for (size_t i = 0; i < match->field_count; i++) {
        ContestRow row = {
            .entry = &match->entries[standings[i].player],
            .rank = (int64_t)i + 1,
            .standing = standings[i],
            .score = match_score(&match->match, standings[i].player),
        };
        visit(context, &row);
    }
    for (size_t i = match->field_count; i < match->entry_count; i++) {
        visit(context, &(ContestRow){.entry = &match->entries[i]});
    }
    free(standings);
}

static void add_row(void *context, const ContestRow *row) {
    CsvWriter *csv = context;
    const ContestEntry *entry = row->entry;
    const MatchScore *score = &row->score;
    if (row->rank > 0) {
        csv_integer(csv, row->rank);
    } else {
        csv_text(csv, slice_from(""));
    }
    csv_text(csv, slice_from(entry->bot_name));
    csv_text(csv, slice_from(entry->person_name));
    csv_integer(csv, entry->version_number);
    csv_real(csv, row->standing.points);
    const int counts[] = {score->games, score->wins, score->draws, score->losses, score->timeouts,
        score->crashes, score->fouls};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        csv_integer(csv, counts[i]);
    }
    csv_real(csv, row->standing.direct);
    csv_real(csv, row->standing.buchholz);
    csv_real(csv, row->standing.sonneborn_berger);
    csv_text(csv, slice_from(entry->out_text));
    csv_end_line(csv);
}

void contest_csv(const ContestMatch *match, Text *out) {
    static const char *const COLUMNS[] = {"rank", "bot", "owner", "version", "points", "games",
        "won", "drawn", "lost", "timeouts", "crashes", "fouls", "direct", "buchholz",
        "sonneborn_berger", "out", NULL};
    CsvWriter csv = {.out = out};
    csv_header(&csv, COLUMNS);
    csv_end_line(&csv);
    contest_table(match, add_row, &csv);
}
