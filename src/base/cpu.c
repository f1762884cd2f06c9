#include "base/cpu.h"

#ifdef __x86_64__
#include <cpuid.h>
#endif
#include <stdlib.h>
#include <string.h>

#define IS_BUILT_IN(level) true
static const bool BUILT_IN[CPU_LEVEL_COUNT] = LEVEL_TABLE(IS_BUILT_IN);

#ifdef __x86_64__
// What x86-64-v3 has beside AVX2 and __builtin_cpu_supports does not know everywhere. Virtual
// machines may hide any of them.
static bool has_scalar_v3(void) {
    unsigned eax;
    unsigned ebx;
    unsigned ecx;
    unsigned edx;
    return __get_cpuid(1, &eax, &ebx, &ecx, &edx) && (ecx & bit_MOVBE) && (ecx & bit_F16C) &&
           __get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx) && (ecx & bit_LZCNT);
}
#endif

static bool runs_v3(void) {
#ifdef __x86_64__
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("popcnt") && has_scalar_v3();
#else
    return false;
#endif
}

static bool runs_v4(void) {
#ifdef IMMURE_HAS_V4
    return runs_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi2") &&
           __builtin_cpu_supports("avx512vpopcntdq");
#else
    return false;
#endif
}

static bool cpu_runs(CpuLevel level) {
    return level == CPU_BASE || (level == CPU_V3 ? runs_v3() : runs_v4());
}

bool cpu_has(CpuLevel level) {
    return BUILT_IN[level] && cpu_runs(level);
}

bool cpu_may_use(CpuLevel level) {
    const char *wish = getenv("IMMURE_CPU");
    for (int lower = CPU_BASE; wish && lower < (int)level; lower++) {
        if (strcmp(wish, cpu_level_name((CpuLevel)lower)) == 0) {
            return false;
        }
    }
    return cpu_runs(level);
}

CpuLevel cpu_level(void) {
    int level = CPU_LEVEL_COUNT - 1;
    while (!BUILT_IN[level] || !cpu_may_use((CpuLevel)level)) {
        level--;
    }
    return (CpuLevel)level;
}

const char *cpu_level_name(CpuLevel level) {
    return level == CPU_V4 ? "v4" : level == CPU_V3 ? "v3" : "base";
}
