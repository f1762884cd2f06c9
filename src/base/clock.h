#pragma once
// Time that only moves forward, in nanoseconds. Wall clock dates are not here.

#include <stdint.h>
#include <time.h>

#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S INT64_C(1000000000)

static inline int64_t clock_now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * NS_PER_S + now.tv_nsec;
}

static inline int64_t clock_now_ms(void) {
    return clock_now_ns() / NS_PER_MS;
}
