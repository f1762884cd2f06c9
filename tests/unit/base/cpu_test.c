// Which CPU level is picked, and what the environment may ask for.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/cpu.h"

static CpuLevel best(void) {
    CpuLevel level = CPU_BASE;
    for (CpuLevel i = CPU_BASE; i < CPU_LEVEL_COUNT; i++) {
        level = cpu_has(i) ? i : level;
    }
    return level;
}

static void the_best_level_is_picked(void **state) {
    (void)state;
    unsetenv("IMMURE_CPU");
    assert_true(cpu_has(CPU_BASE));
    assert_int_equal(cpu_level(), best());
    setenv("IMMURE_CPU", "an unknown one", 1);
    assert_int_equal(cpu_level(), best());
}

static void the_environment_asks_for_less(void **state) {
    (void)state;
    for (CpuLevel level = CPU_BASE; level < CPU_LEVEL_COUNT; level++) {
        setenv("IMMURE_CPU", cpu_level_name(level), 1);
        assert_int_equal(cpu_level(), level < best() ? level : best());
        assert_true(cpu_may_use(CPU_BASE));
        for (CpuLevel higher = level + 1; higher < CPU_LEVEL_COUNT; higher++) {
            assert_false(cpu_may_use(higher));
        }
    }
    unsetenv("IMMURE_CPU");
}

// A level that is not here is passed over, and the report of the tests says so.
static void v3_is_here(void **state) {
    (void)state;
    if (!cpu_has(CPU_V3)) {
        skip();
    }
    assert_true(cpu_may_use(CPU_V3));
}

static void v4_is_here(void **state) {
    (void)state;
    if (!cpu_has(CPU_V4)) {
        skip();
    }
    assert_true(cpu_has(CPU_V3) && cpu_may_use(CPU_V4));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_level_is_picked),
        cmocka_unit_test(the_environment_asks_for_less),
        cmocka_unit_test(v3_is_here),
        cmocka_unit_test(v4_is_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
