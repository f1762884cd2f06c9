#pragma once
// JSON written into a Text, piece by piece. Commas and brackets are the caller's, but for lists.

#include "base/text.h"
#include "rules/rules.h"

// A string in quotes. Bytes that are no UTF-8 go through: the page reads them as U+FFFD.
void json_string(Text *out, Slice text);

// The comma between the elements of a list or an object; none before the first.
void json_comma(Text *out, size_t index);

// A move of a position in standard notation, in quotes.
void json_move(Text *out, const Rules *rules, const Position *pos, Move move);

// Moves that follow each other from a position, as a list.
void json_moves(
    Text *out, const Rules *rules, const Position *start, const Move *moves, size_t count);
