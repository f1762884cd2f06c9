#pragma once
// For tests that compare the CPU levels with each other: those that this CPU lacks, or that were
// not built in, are passed over, and the test says so.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/cpu.h"

static inline void tell_missing_levels(void) {
    for (CpuLevel level = CPU_BASE; level < CPU_LEVEL_COUNT; level++) {
        if (!cpu_has(level)) {
            print_message(
                "# not compared: level %s, which this build or CPU lacks\n", cpu_level_name(level));
        }
    }
}
