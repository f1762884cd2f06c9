// The table of generations: written whole, read again, drawn within its picture.

#include "train/generations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text.h"

static const Generation GENERATIONS[] = {
    {1, 40, 449, 0.68443, true, 190.8, 458.0, -250, 120},
    {2, 41, 456, 0.68244, false, -10.5, 296.6, 210, 50},
};
#define COUNT (sizeof GENERATIONS / sizeof *GENERATIONS)

static char path[64];

static int setup(void **state) {
    (void)state;
    snprintf(path, sizeof path, "/tmp/immure-generations-%d", (int)getpid());
    unlink(path);
    return 0;
}

static int teardown(void **state) {
    return setup(state);
}

static void test_table(void **state) {
    (void)state;
    static Generations written;
    static Generations read;
    assert_true(generations_read(&written, path, NULL)); // not there: empty
    assert_int_equal(written.count, 0);
    for (size_t i = 0; i < COUNT; i++) {
        assert_true(generations_add(&written, &GENERATIONS[i], path, NULL));
        assert_true(generations_read(&read, path, NULL));
        assert_int_equal(read.count, i + 1);
        assert_memory_equal(&read.items[i].loss, &GENERATIONS[i].loss, sizeof(double));
        assert_int_equal(read.items[i].number, GENERATIONS[i].number);
        assert_int_equal(read.items[i].games, GENERATIONS[i].games);
        assert_int_equal(read.items[i].positions, GENERATIONS[i].positions);
        assert_int_equal(read.items[i].is_better, GENERATIONS[i].is_better);
        assert_true(read.items[i].elo == GENERATIONS[i].elo);
        assert_true(read.items[i].elo_error == GENERATIONS[i].elo_error);
        assert_true(read.items[i].anchor_elo == GENERATIONS[i].anchor_elo);
        assert_true(read.items[i].anchor_error == GENERATIONS[i].anchor_error);
    }
}

// The scale goes from the lowest to the highest end of an interval, in hundreds.
static void test_picture(void **state) {
    (void)state;
    static Generations generations = {.count = COUNT};
    memcpy(generations.items, GENERATIONS, sizeof GENERATIONS);
    assert_true(generations_plot(&generations, "a & b", path, NULL));
    Text picture;
    text_init(&picture);
    assert_true(text_read_file(&picture, path, 1 << 16, NULL));
    assert_non_null(strstr(picture.data, "a &amp; b"));
    assert_non_null(strstr(picture.data, ">-400</text>"));
    assert_null(strstr(picture.data, ">-500</text>"));
    assert_non_null(strstr(picture.data, ">+300</text>"));
    assert_null(strstr(picture.data, ">+400</text>"));
    text_release(&picture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_table, setup, teardown),
        cmocka_unit_test_setup_teardown(test_picture, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
