#pragma once
// Which instructions this machine has, so that one binary runs everywhere and is fast where it can.
//
// Hot source files are compiled once for each level (see src/meson.build) and mark the names of
// what they export with LEVEL_NAME.
//
//      base    runs on every CPU that the program is built for; on x86-64 it may use SSE2
//      v3      x86-64-v3: AVX2, BMI2, POPCNT
//      v4      x86-64-v4, AVX-512, with VBMI2 and VPOPCNTDQ: Ice Lake, Zen 4 and what came after;
//              older CPUs lower their clock for registers of 512 bits
//
// All levels give the same results, to the bit: tests compare them with each other and with slow
// reference implementations.

#include <stdbool.h>

typedef enum CpuLevel { CPU_BASE, CPU_V3, CPU_V4, CPU_LEVEL_COUNT } CpuLevel;

// The highest level that is built in and that cpu_may_use().
CpuLevel cpu_level(void);

// Whether a level is built in and runs here.
bool cpu_has(CpuLevel level);

// Whether this CPU runs a level, built in or not, and the environment does not ask for a lower one,
// as IMMURE_CPU=base and IMMURE_CPU=v3 do.
bool cpu_may_use(CpuLevel level);

const char *cpu_level_name(CpuLevel level);

#define LEVEL_JOIN_(name, level) name##_##level
#define LEVEL_JOIN(name, level) LEVEL_JOIN_(name, level)
// The name of what a hot file exports, e.g. amazons_count_v3.
#define LEVEL_NAME(name) LEVEL_JOIN(name, IMMURE_LEVEL)

// For the functions of hot files. Shifts, masks and numbers of hidden units become constants only
// where everything is inlined, and no vector is then passed in a way that depends on the level.
#define INLINE static inline __attribute__((always_inline))

// The levels that are built in: what DO makes of each one's name, and the initialiser of a table by
// level with what ENTRY makes of it.
#if defined IMMURE_HAS_V4
#define LEVEL_EACH(DO) DO(base) DO(v3) DO(v4)
#define LEVEL_TABLE(ENTRY)                                                                         \
    { [CPU_BASE] = ENTRY(base), [CPU_V3] = ENTRY(v3), [CPU_V4] = ENTRY(v4) }
#elif defined IMMURE_HAS_V3
#define LEVEL_EACH(DO) DO(base) DO(v3)
#define LEVEL_TABLE(ENTRY)                                                                         \
    { [CPU_BASE] = ENTRY(base), [CPU_V3] = ENTRY(v3) }
#else
#define LEVEL_EACH(DO) DO(base)
#define LEVEL_TABLE(ENTRY)                                                                         \
    { [CPU_BASE] = ENTRY(base) }
#endif
