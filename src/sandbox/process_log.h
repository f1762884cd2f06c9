#pragma once
// What a program wrote to stderr, in bounded memory: the first 32 KiB and the last 32 KiB.
//
// The beginning names the program and its version, the end says why it died; a flood between the
// two is only counted.

#include <stdint.h>

#include "base/slice.h"
#include "base/text.h"

#define PROCESS_LOG_PART_BYTES (32u << 10)

// Zero-initialise it; nothing to release.
typedef struct ProcessLog {
    char head[PROCESS_LOG_PART_BYTES];
    char tail[PROCESS_LOG_PART_BYTES]; // a ring: byte i after the head lies at i modulo its size
    uint64_t size_bytes;               // all that was ever written
} ProcessLog;

void process_log_add(ProcessLog *log, Slice bytes);

// Appends what was kept, with a line that counts what was not.
void process_log_format(const ProcessLog *log, Text *out);
