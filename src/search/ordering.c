#include "search/ordering.h"

// An insertion into a short sorted list beats a general sort: most ranks fail the first test.
void order_best(const int *ranks, size_t count, size_t keep, uint32_t *order) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept == keep && ranks[i] <= ranks[order[kept - 1]]) {
            continue;
        }
        size_t at = kept < keep ? kept++ : kept - 1;
        while (at > 0 && ranks[order[at - 1]] < ranks[i]) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = (uint32_t)i;
    }
}
