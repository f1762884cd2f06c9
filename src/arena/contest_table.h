#pragma once
// The standings of a contest as a table: one row an entry, best first, those without a place last.

#include "arena/contest_match.h"

typedef struct ContestRow {
    const ContestEntry *entry;
    int64_t rank;      // from 1; 0: not in the field
    Standing standing; // of those in the field
    MatchScore score;
} ContestRow;

// Shows all rows; the row lasts for the call.
void contest_table(
    const ContestMatch *match, void (*visit)(void *context, const ContestRow *row), void *context);

// Appends the table as CSV.
void contest_csv(const ContestMatch *match, Text *out);
