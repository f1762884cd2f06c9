#pragma once
// A log for programs to read: one line of JSON an event, written whole.
//
//   {"time":"2026-01-31T12:00:00Z","level":"info","event":"request","method":"GET", ...}
//
// Whoever has something to say gets a `const Log *`, or null and is silent. Secrets (tokens,
// passwords, queries) are never put into a line.
//
//   LogLine line;
//   if (log_begin(&line, log, LOG_INFO, "lease-lost")) {
//       json_put_integer(&line.json, "job", id);
//       log_end(&line);
//   }

#include "base/json.h"

typedef enum LogLevel {
    LOG_ERROR,   // something was lost, or somebody has to act
    LOG_WARNING, // something went wrong and was dealt with
    LOG_INFO,    // the course of things
} LogLevel;

typedef struct Log {
    LogLevel level; // what is less important is left out
    int file;       // a descriptor
} Log;

typedef struct LogLine {
    const Log *log;
    Text text;
    JsonWriter json;
} LogLine;

// Begins a line, to which members may be added; false if nobody wants to read it. End it if true.
bool log_begin(LogLine *line, const Log *log, LogLevel level, const char *event);
void log_end(LogLine *line);

// An event with the reason of it.
void log_reason(const Log *log, LogLevel level, const char *event, const Error *error);
