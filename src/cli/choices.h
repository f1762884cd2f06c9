#pragma once
// The values that options take, read from the tables that the program itself looks them up in, so
// that help, completion and refusals name what there is.

#include "base/text.h"

typedef struct Choice {
    Slice name;
    const char *game; // the only one that it is for; null for any
} Choice;

// The choice of an index, from 0 on; false when there are no more.
typedef bool (*Choices)(size_t index, Choice *out);

bool choices_games(size_t index, Choice *out);
bool choices_variants(size_t index, Choice *out); // of Quoridor
bool choices_boards(size_t index, Choice *out);   // the variants of Amazons, e.g. 8x8
bool choices_sizes(size_t index, Choice *out);    // the same by their sides, e.g. 8
bool choices_notations(size_t index, Choice *out);
bool choices_record_formats(size_t index, Choice *out);

// The same and, before them, the word for a format that is found out.
#define FORMAT_AUTO "auto"
bool choices_input_formats(size_t index, Choice *out);
bool choices_engines(size_t index, Choice *out);
bool choices_bot_protocols(size_t index, Choice *out);
bool choices_player_protocols(size_t index, Choice *out);
bool choices_languages(size_t index, Choice *out);
bool choices_levels(size_t index, Choice *out);
bool choices_schedules(size_t index, Choice *out);

// Adds the names with a space between them.
void choices_add_words(Choices choices, Text *out);

// Adds them for a reader: `text, random; amazons: uci; quoridor: sjtu`.
void choices_add_help(Choices choices, Text *out);

// Says that a value is none of them, as `unknown WHAT 'x': choose a, b or c`, and returns false.
bool choices_refuse(
    Choices choices, ErrorCode code, const char *what, const char *value, Error *error);
