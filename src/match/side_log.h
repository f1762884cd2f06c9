#pragma once
// What one side of a game was told, said and used, turn by turn, for its author to see: JSON of
// bounded size, whatever the program printed.
//
//     {"stderr": "...", "conversation":
//         [{"ply": 3, "said": "...", "answered": "...", "timeMs": 12, "memoryKb": 2048}, ...]}
//
// `said` is what the program was told. Ply 0 is its start, before any move; the last turn may be
// one that ended in a foul. The memory is the program's peak by then. Of stderr the end is kept;
// what is said in a turn is cut to its end where a long game would be too much.

#include <jansson.h>

#include "referee/referee.h"

#define SIDE_LOG_ERRORS_BYTES (8u << 10)
// Of all that was said together, about; and of either side's words in a turn.
#define SIDE_LOG_BYTES (32u << 10)
#define SIDE_LOG_TURN_MAX (4u << 10)
#define SIDE_LOG_TURN_MIN 96u

// Appends the log of a side.
void side_log_write(const RefereeLogs *logs, Side side, Text *out);

// Whether a worker's value is a log within its bounds.
bool side_log_check(const json_t *log);

// The peak of all turns, in kilobytes, of a log that was checked.
int64_t side_log_memory_kb(const json_t *log);
