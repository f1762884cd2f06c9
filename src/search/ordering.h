#pragma once
// Which moves to look at first, when there are hundreds and only the best few dozen matter.

#include <stddef.h>
#include <stdint.h>

// Writes the indices of the `keep` largest of `count` ranks, in descending order; of equals the
// earlier comes first, so the order is the same everywhere. `keep` is 1 to `count`; there must be
// room for `count` indices, and what follows the first `keep` means nothing.
void order_best(const int *ranks, size_t count, size_t keep, uint32_t *order);
