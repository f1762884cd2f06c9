#include "base/cores.h"

#include <sched.h>

int cores_count(void) {
    cpu_set_t cores;
    return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

int cores_nth(int n) {
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) != 0) {
        return -1;
    }
    for (int core = 0; core < CPU_SETSIZE; core++) {
        if (CPU_ISSET(core, &cores) && n-- == 0) {
            return core;
        }
    }
    return -1;
}
