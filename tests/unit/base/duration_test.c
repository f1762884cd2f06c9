// Durations on command lines.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/duration.h"

static void test_times(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int time_ms; // 0: refused
    } CASES[] = {
        {"1", 1},
        {"100ms", 100},
        {"1s", 1000},
        {"1.5s", 1500},
        {"0.001s", 1},
        {"2m", 120000},
        {"1e3", 1000},
        {"86400s", 86400000},
        {"86401s", 0},
        {"86400001", 0},
        {"0.9ms", 0},
        {"0", 0},
        {"-5", 0},
        {"", 0},
        {"s", 0},
        {"ms", 0},
        {"1 s", 0},
        {"1h", 0},
        {"1sm", 0},
        {"nan", 0},
        {"inf", 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        int time_ms = 0;
        bool done = duration_parse(slice_from(CASES[i].text), &time_ms);
        assert_int_equal(done, CASES[i].time_ms > 0);
        assert_int_equal(time_ms, CASES[i].time_ms);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_times)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
