#pragma once
// The numbers in notes, as text: evaluations and times, the same in PGN and SGF.

#include <stdint.h>

#include "base/slice.h"

// Room for any number written here, with its terminator.
#define VALUE_TEXT_SIZE 64

// An optional sign, digits and optional decimals, in fewer than VALUE_TEXT_SIZE bytes: what SGF
// calls a real. No exponents.
bool value_parse_eval(Slice text, double *out);

// A finite number below 10^15 in size, rounded to four decimals, without needless zeros.
void value_format_eval(double eval, char out[VALUE_TEXT_SIZE]);

// `[[h:]m:]s` with optional decimals, of which those beyond the millisecond are cut off. At most
// RECORD_TIME_MAX_MS.
bool value_parse_time(Slice text, int64_t *out_ms);

// Seconds with three decimals, 61.500; and as a clock, 0:01:01.500.
void value_format_seconds(int64_t time_ms, char out[VALUE_TEXT_SIZE]);
void value_format_clock(int64_t time_ms, char out[VALUE_TEXT_SIZE]);
