#include "train/fit_kernel.h"

#define KERNEL(level) &LEVEL_JOIN(FIT_KERNEL, level)

static const FitKernel *const KERNELS[CPU_LEVEL_COUNT] = LEVEL_TABLE(KERNEL);

const FitKernel *fit_kernel(CpuLevel level) {
    return KERNELS[level];
}
