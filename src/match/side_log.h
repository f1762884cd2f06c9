#pragma once
// What one side of a game was told, said and used, for its author to see: JSON of bounded size,
// whatever the program printed.
//
//     {"memoryKb": [2048, ...], "stderr": "...", "conversation": "> ...\n< ..."}
//
// The memory is the program's peak by each of its turns, also the one that ended in a foul. Of
// stderr the end is kept, of the conversation the beginning and the end.

#include <jansson.h>

#include "referee/referee.h"

#define SIDE_LOG_ERRORS_BYTES (8u << 10)
#define SIDE_LOG_PART_BYTES (16u << 10) // of either end of the conversation

// Appends the log of a side; `first` is the side of the first turn.
void side_log_write(const RefereeLogs *logs, Side side, Side first, Text *out);

// Whether a worker's value is a log within its bounds.
bool side_log_check(const json_t *log);

// The peak of all turns, in kilobytes, of a log that was checked.
int64_t side_log_memory_kb(const json_t *log);
