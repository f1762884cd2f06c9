#pragma once
// Which moves to look at first, when there are hundreds and only the best few dozen matter.

#include <stddef.h>
#include <stdint.h>

// Writes the indices of the `keep` largest of `count` ranks, in descending order; of equals the
// earlier comes first, so the order is the same everywhere. `keep` is at least 1.
void order_best(const int *ranks, size_t count, size_t keep, uint32_t *order);
