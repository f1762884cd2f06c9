// What is kept of a long text, compared with one that keeps everything and cuts at the end.

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/clipped_text.h"
#include "base/rng.h"

enum { PART = 32 << 10 };

static void cut_in_the_middle(const Text *all, Text *out) {
    if (all->size <= 2 * PART) {
        text_add_slice(out, text_slice(all));
        return;
    }
    text_add_slice(out, (Slice){all->data, PART});
    text_addf(out, "\n[... %zu bytes left out ...]\n", all->size - 2 * PART);
    text_add_slice(out, slice_skip(text_slice(all), all->size - PART));
}

static void assert_keeps(size_t size, size_t largest_piece) {
    static char bytes[1 << 20];
    assert_true(size <= sizeof bytes);
    Rng rng;
    rng_init(&rng, size * 31 + largest_piece);
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (char)('a' + rng_below(&rng, 26));
    }
    ClippedText clipped;
    clipped_init(&clipped, PART);
    Text all;
    Text expected;
    Text kept;
    text_init(&all);
    text_init(&expected);
    text_init(&kept);
    for (Slice rest = {bytes, size}; rest.size > 0;) {
        size_t count = 1 + rng_below(&rng, largest_piece);
        Slice piece = {rest.data, count < rest.size ? count : rest.size};
        clipped_add(&clipped, piece);
        text_add_slice(&all, piece);
        rest = slice_skip(rest, piece.size);
    }
    cut_in_the_middle(&all, &expected);
    clipped_format(&clipped, &kept);
    assert_string_equal(kept.data, expected.data);
    text_release(&all);
    text_release(&expected);
    text_release(&kept);
    clipped_release(&clipped);
}

static void test_keeps_both_ends(void **state) {
    (void)state;
    static const size_t SIZES[] = {0, 1, PART - 1, PART, PART + 1, 2 * PART - 1, 2 * PART,
        2 * PART + 1, 3 * PART - 1, 3 * PART, 3 * PART + 1, 1 << 20};
    static const size_t PIECES[] = {7, 4096, PART, 5 * PART};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        for (size_t j = 0; j < sizeof PIECES / sizeof *PIECES; j++) {
            assert_keeps(SIZES[i], PIECES[j]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_keeps_both_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
