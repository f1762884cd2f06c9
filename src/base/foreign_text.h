#pragma once
// Text as the languages of the real judges read it: Botzone's site is JavaScript, SJTU's judge of
// 2017 is Python, and a bot that passes there must pass here.

#include "base/slice.h"
#include "base/utf8.h"

// The value of a hexadecimal digit; -1 of anything else.
int hexadecimal_value(char digit);

// JavaScript's parseInt: white space, a sign, digits or 0x and hexadecimal ones, then anything.
// False for NaN, and for what no `int` holds.
bool javascript_parse_int(Slice word, int *out);

// The words of Python's str.split(): pieces between white space of any alphabet. False at the end.
bool python_split(Slice *rest, Slice *word);

// Python's int() of a word of which isdigit() holds: decimal digits of any alphabet and nothing
// else. A number that no `int` holds becomes INT_MAX.
bool python_int(Slice word, int *out);
