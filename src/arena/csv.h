#pragma once
// Tables as CSV (RFC 4180): fields in quotes where they need them, lines that end in CRLF.
//
// Whatever people have named begins with no character that a spreadsheet takes for the beginning of
// a formula: such a field gets an apostrophe in front, which spreadsheets do not show.

#include "base/text.h"

typedef struct CsvWriter {
    Text *out;
    bool has_field; // in this line
} CsvWriter;

void csv_text(CsvWriter *csv, Slice text);
void csv_integer(CsvWriter *csv, long long number);
// With at most two decimals.
void csv_real(CsvWriter *csv, double number);
void csv_end_line(CsvWriter *csv);

// Column names, ended by null; the line does not end.
void csv_header(CsvWriter *csv, const char *const *names);
