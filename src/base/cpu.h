#pragma once
// Which instructions this machine has, so that one binary runs everywhere and is fast where it can.
//
// Hot source files are compiled once for each level (see src/meson.build) and mark the names of
// what they export with LEVEL_NAME. `base` runs on every CPU that the program is built for; on
// x86-64 it may use SSE2. `v3` is x86-64-v3: AVX2, BMI2, POPCNT. All levels give the same results,
// to the bit: tests compare them with each other and with slow reference implementations.

#include <stdbool.h>

typedef enum CpuLevel { CPU_BASE, CPU_V3, CPU_LEVEL_COUNT } CpuLevel;

// The highest level that is built in and that this CPU runs. IMMURE_CPU=base in the environment
// asks for the lowest one.
CpuLevel cpu_level(void);

// Whether a level is built in and runs here.
bool cpu_has(CpuLevel level);

// The two things that decide: what the CPU has, built in or not, and what the environment says.
bool cpu_runs_v3(void);
bool cpu_wants_base(void);

const char *cpu_level_name(CpuLevel level);

#define LEVEL_JOIN_(name, level) name##_##level
#define LEVEL_JOIN(name, level) LEVEL_JOIN_(name, level)
// The name of what a hot file exports, e.g. amazons_count_v3.
#define LEVEL_NAME(name) LEVEL_JOIN(name, IMMURE_LEVEL)

// For the functions of hot files. Shifts, masks and numbers of hidden units become constants only
// where everything is inlined, and no vector is then passed in a way that depends on the level.
#define INLINE static inline __attribute__((always_inline))

// The initialiser of a table by level, with what ENTRY makes of each level's name.
#ifdef IMMURE_HAS_V3
#define LEVEL_TABLE(ENTRY)                                                                         \
    { [CPU_BASE] = ENTRY(base), [CPU_V3] = ENTRY(v3) }
#else
#define LEVEL_TABLE(ENTRY)                                                                         \
    { [CPU_BASE] = ENTRY(base) }
#endif
