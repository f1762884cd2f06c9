// order_best against a sort that looks at everything.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <stdlib.h>

#include "base/rng.h"
#include "search/ordering.h"

enum { COUNT_MAX = 2500 };

static const int *slow_ranks;

static int compare_slowly(const void *a, const void *b) {
    uint32_t first = *(const uint32_t *)a;
    uint32_t second = *(const uint32_t *)b;
    if (slow_ranks[first] != slow_ranks[second]) {
        return slow_ranks[first] > slow_ranks[second] ? -1 : 1;
    }
    return first < second ? -1 : 1;
}

static void check(const int *ranks, size_t count, size_t keep) {
    static uint32_t order[COUNT_MAX];
    static uint32_t expected[COUNT_MAX];
    for (size_t i = 0; i < count; i++) {
        expected[i] = (uint32_t)i;
    }
    slow_ranks = ranks;
    qsort(expected, count, sizeof *expected, compare_slowly);
    order_best(ranks, count, keep, order);
    assert_memory_equal(order, expected, keep * sizeof *order);
}

static void random_ranks_come_in_order(void **state) {
    (void)state;
    static int ranks[COUNT_MAX];
    Rng rng;
    rng_init(&rng, 3);
    for (int round = 0; round < 2000; round++) {
        size_t count = 1 + rng_below(&rng, round % 100 == 0 ? COUNT_MAX : 200);
        // From all equal over many equals to all different.
        uint64_t span = UINT64_C(1) << rng_below(&rng, 17);
        for (size_t i = 0; i < count; i++) {
            ranks[i] = (int)rng_below(&rng, span) - (int)(span / 2);
        }
        check(ranks, count, 1 + rng_below(&rng, count));
        check(ranks, count, count);
    }
}

static void the_largest_and_smallest_ranks_are_ranks(void **state) {
    (void)state;
    const int ranks[] = {0, INT_MIN, INT_MAX, -1, INT_MAX, INT_MIN, 1};
    for (size_t keep = 1; keep <= sizeof ranks / sizeof *ranks; keep++) {
        check(ranks, sizeof ranks / sizeof *ranks, keep);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_ranks_come_in_order),
        cmocka_unit_test(the_largest_and_smallest_ranks_are_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
