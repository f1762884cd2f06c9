#include "search/ordering.h"

// Enough that a bucket of some hundred moves has few members.
#define BUCKETS 512

// A bucket sort of the best: all members of the buckets that hold the best `keep`, bucket by
// bucket, within a bucket in their given order. Returns how many.
static size_t order_coarsely(const int *ranks, size_t count, size_t keep, uint32_t *order) {
    int high = ranks[0];
    int low = ranks[0];
    for (size_t i = 1; i < count; i++) {
        high = ranks[i] > high ? ranks[i] : high;
        low = ranks[i] < low ? ranks[i] : low;
    }
    // A span of ints may need one more bit than an int.
    const unsigned span = (unsigned)high - (unsigned)low;
    unsigned shift = 0;
    while (span >> shift >= BUCKETS) {
        shift++;
    }
    uint32_t ends[BUCKETS + 1] = {0}; // first the number of members, then where they begin
    for (size_t i = 0; i < count; i++) {
        ends[(((unsigned)high - (unsigned)ranks[i]) >> shift) + 1]++;
    }
    unsigned last = 0;
    while (ends[last + 1] < keep) {
        ends[last + 2] += ends[last + 1];
        last++;
    }
    const size_t found = ends[last + 1];
    for (size_t i = 0; i < count; i++) {
        const unsigned bucket = ((unsigned)high - (unsigned)ranks[i]) >> shift;
        if (bucket <= last) {
            order[ends[bucket]++] = (uint32_t)i;
        }
    }
    return found;
}

void order_best(const int *ranks, size_t count, size_t keep, uint32_t *order) {
    const size_t found = order_coarsely(ranks, count, keep, order);
    // Insertion sort: only members of the same bucket are still out of order.
    for (size_t i = 1; i < found; i++) {
        const uint32_t moved = order[i];
        size_t at = i;
        for (; at > 0 && ranks[order[at - 1]] < ranks[moved]; at--) {
            order[at] = order[at - 1];
        }
        order[at] = moved;
    }
}
