// Large blocks of memory.

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/pages.h"

#define PAGES 64

// How many of a block's pages the system has given.
static size_t count_given(void *block, size_t page_bytes) {
    unsigned char given[PAGES];
    assert_int_equal(mincore(block, PAGES * page_bytes, given), 0);
    size_t count = 0;
    for (size_t i = 0; i < PAGES; i++) {
        count += given[i] & 1;
    }
    return count;
}

static bool kernel_gives_at_once(void *block, size_t page_bytes) {
    return madvise(block, page_bytes, MADV_POPULATE_WRITE) == 0 || errno != EINVAL;
}

static void touched_pages_are_given_at_once(void **state) {
    (void)state;
    const size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    char *block = (char *)pages_new(PAGES * page_bytes);
    assert_non_null(block);
    pages_keep_small(block, PAGES * page_bytes);
    assert_int_equal(count_given(block, page_bytes), 0);
    pages_touch(block, PAGES / 2 * page_bytes);
    if (kernel_gives_at_once(block, page_bytes)) {
        assert_int_equal(count_given(block, page_bytes), PAGES / 2);
    }
    for (size_t i = 0; i < PAGES * page_bytes; i++) {
        assert_int_equal(block[i], 0);
    }
    pages_free(block, PAGES * page_bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touched_pages_are_given_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
