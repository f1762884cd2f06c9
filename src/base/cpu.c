#include "base/cpu.h"

#include <stdlib.h>
#include <string.h>

bool cpu_runs_v3(void) {
#ifdef __x86_64__
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

bool cpu_wants_base(void) {
    const char *wish = getenv("IMMURE_CPU");
    return wish && strcmp(wish, "base") == 0;
}

bool cpu_has(CpuLevel level) {
#ifdef IMMURE_HAS_V3
    if (level == CPU_V3) {
        return cpu_runs_v3();
    }
#endif
    return level == CPU_BASE;
}

CpuLevel cpu_level(void) {
    return !cpu_wants_base() && cpu_has(CPU_V3) ? CPU_V3 : CPU_BASE;
}

const char *cpu_level_name(CpuLevel level) {
    return level == CPU_V3 ? "v3" : "base";
}
