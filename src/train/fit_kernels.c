#include "train/fit_kernel.h"

static const FitKernel *const KERNELS[CPU_LEVEL_COUNT] = {
    [CPU_BASE] = &FIT_KERNEL_base,
#ifdef IMMURE_HAS_V3
    [CPU_V3] = &FIT_KERNEL_v3,
#endif
};

const FitKernel *fit_kernel(CpuLevel level) {
    return KERNELS[level];
}
