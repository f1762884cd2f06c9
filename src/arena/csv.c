#include "arena/csv.h"

#include <math.h>
#include <string.h>

static void begin_field(CsvWriter *csv) {
    text_add(csv->out, csv->has_field ? "," : "");
    csv->has_field = true;
}

static bool has_any(Slice text, const char *bytes) {
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] != '\0' && strchr(bytes, text.data[i])) {
            return true;
        }
    }
    return false;
}

void csv_text(CsvWriter *csv, Slice text) {
    Slice first = {text.data, text.size > 0};
    bool is_formula = has_any(first, "=+-@\t\r");
    bool is_quoted = has_any(text, ",\"\r\n\t") || slice_trim(text).size != text.size;
    begin_field(csv);
    text_add(csv->out, is_quoted ? "\"" : "");
    text_add(csv->out, is_formula ? "'" : "");
    for (size_t i = 0; i < text.size; i++) {
        text_add(csv->out, text.data[i] == '"' ? "\"" : "");
        text_add_byte(csv->out, text.data[i]);
    }
    text_add(csv->out, is_quoted ? "\"" : "");
}

void csv_integer(CsvWriter *csv, long long number) {
    begin_field(csv);
    text_addf(csv->out, "%lld", number);
}

void csv_real(CsvWriter *csv, double number) {
    long long hundredths = llround(number * 100);
    int decimals = hundredths % 100 == 0 ? 0 : hundredths % 10 == 0 ? 1 : 2;
    begin_field(csv);
    text_addf(csv->out, "%.*f", decimals, (double)hundredths / 100);
}

void csv_end_line(CsvWriter *csv) {
    text_add(csv->out, "\r\n");
    csv->has_field = false;
}

void csv_header(CsvWriter *csv, const char *const *names) {
    for (; *names; names++) {
        csv_text(csv, slice_from(*names));
    }
}
