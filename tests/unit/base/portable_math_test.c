// exp, log and rounding: close to the truth, and the same bits wherever this runs.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/portable_math.h"

// Every so many floats: a prime, so that no bit pattern is left out for good.
#define STEP 9973

static double units_off(float got, double wanted) {
    float near = fabsf((float)wanted);
    double unit = (double)nextafterf(near, INFINITY) - (double)near;
    return fabs((double)got - wanted) / unit;
}

static void exp_is_within_two_units(void **state) {
    (void)state;
    for (uint32_t bits = 0; bits < 0xff000000u; bits += STEP) {
        float x = portable_float(bits);
        if (x >= -87.0f && x <= 88.0f) {
            assert_true(units_off(portable_exp(x), exp((double)x)) <= 2.0);
        }
    }
    assert_true(portable_exp(-1e30f) == portable_exp(-87.0f));
    assert_true(portable_exp(1e30f) == portable_exp(88.0f));
}

static void log_is_within_two_units(void **state) {
    (void)state;
    for (uint32_t bits = 0x00800000u; bits < 0x7f800000u; bits += STEP) {
        float x = portable_float(bits);
        assert_true(units_off(portable_log(x), log((double)x)) <= 2.0);
    }
}

typedef struct Known {
    float x;
    uint32_t bits; // of the result
} Known;

// A change of these is a change of every search: all signatures of `immure bench` go with it.
static void the_bits_never_change(void **state) {
    (void)state;
    static const Known EXP[] = {
        {0.0f, 0x3f800000},
        {1.0f, 0x402df854},
        {-1.0f, 0x3ebc5ab2},
        {0.5f, 0x3fd3094c},
        {-0.3f, 0x3f3da643},
        {10.0f, 0x46ac14ee},
        {-20.5f, 0x30abd1d8},
        {87.9f, 0x7ee0dcae},
        {-86.9f, 0x00c60f89},
        {3.14159f, 0x41b92004},
        {-100.0f, 0x00b33687},
    };
    static const Known LOG[] = {
        {1.0f, 0x00000000},
        {2.0f, 0x3f317218},
        {0.5f, 0xbf317218},
        {3.0f, 0x3f8c9f54},
        {0.1f, 0xc0135d8e},
        {10.0f, 0x40135d8e},
        {1e6f, 0x415d0c55},
        {1e-6f, 0xc15d0c55},
        {0.999999f, 0xb5880004},
        {1.000001f, 0x357ffff8},
        {1e-37f, 0xc2aa642c},
        {3e38f, 0x42b13196},
    };
    for (size_t i = 0; i < sizeof EXP / sizeof *EXP; i++) {
        assert_int_equal(portable_bits(portable_exp(EXP[i].x)), EXP[i].bits);
    }
    for (size_t i = 0; i < sizeof LOG / sizeof *LOG; i++) {
        assert_int_equal(portable_bits(portable_log(LOG[i].x)), LOG[i].bits);
    }
}

// One after the other, out of the optimiser's sight, against a loop that it may turn into vectors.
static void loops_give_the_same_bits(void **state) {
    (void)state;
    enum { COUNT = 1003 };
    static float in[COUNT];
    static float out[2][COUNT];
    for (int i = 0; i < COUNT; i++) {
        in[i] = (float)(i - COUNT / 2) * 0.173f;
    }
    for (int i = 0; i < COUNT; i++) {
        out[0][i] = portable_exp(in[i]);
    }
    for (int i = 0; i < COUNT; i++) {
        out[1][i] = portable_log(out[0][i]);
    }
    for (int i = 0; i < COUNT; i++) {
        volatile float x = in[i];
        volatile float power = portable_exp(x);
        assert_int_equal(portable_bits(power), portable_bits(out[0][i]));
        assert_int_equal(portable_bits(portable_log(power)), portable_bits(out[1][i]));
    }
}

static void halves_are_rounded_away_from_zero(void **state) {
    (void)state;
    static const struct {
        float x;
        int rounded;
    } CASES[] = {{0.0f, 0}, {0.49f, 0}, {0.5f, 1}, {1.5f, 2}, {-0.49f, 0}, {-0.5f, -1}, {-2.5f, -3},
        {65534.5f, 65535}, {-20000.25f, -20000}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        assert_int_equal(portable_round(CASES[i].x), CASES[i].rounded);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exp_is_within_two_units),
        cmocka_unit_test(log_is_within_two_units),
        cmocka_unit_test(the_bits_never_change),
        cmocka_unit_test(loops_give_the_same_bits),
        cmocka_unit_test(halves_are_rounded_away_from_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
