#pragma once
// What compile_entry tells the host on its stdout, before the bytes of the file that was made.

#include <stdint.h>

typedef struct CompileReport {
    int32_t exit_code;         // of the compiler; -1 if a signal ended it
    int32_t signal;            // that ended it or one of its steps; 0: none
    int64_t memory_peak_bytes; // resident, of the largest of its processes
    int64_t output_bytes;      // of the file; -1 if there is none
} CompileReport;

// Where compile_entry is inside a box.
#define COMPILE_ENTRY_PATH "/compile_entry"
