#include "base/cpu.h"

#include <stdlib.h>
#include <string.h>

bool cpu_has(CpuLevel level) {
#ifdef IMMURE_HAS_V3
    if (level == CPU_V3) {
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
               __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
               __builtin_cpu_supports("popcnt");
    }
#endif
    return level == CPU_BASE;
}

CpuLevel cpu_level(void) {
    const char *wish = getenv("IMMURE_CPU");
    if (wish && strcmp(wish, "base") == 0) {
        return CPU_BASE;
    }
    return cpu_has(CPU_V3) ? CPU_V3 : CPU_BASE;
}

const char *cpu_level_name(CpuLevel level) {
    return level == CPU_V3 ? "v3" : "base";
}
