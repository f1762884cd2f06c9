#pragma once
// Medians of measured times: what else the machine does for a moment does not show in them.

#include <stdint.h>
#include <stdlib.h>

static inline int median_compare(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left;
    int64_t b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

// Sorts the times.
static inline double median_us(int64_t *times_ns, size_t count) {
    qsort(times_ns, count, sizeof *times_ns, median_compare);
    return (double)times_ns[count / 2] / 1000;
}
