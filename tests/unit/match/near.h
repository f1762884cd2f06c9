#pragma once
// A comparison of doubles, which cmocka has not. Include it after <cmocka.h>.

#include <math.h>

// NaN is near nothing.
static inline void assert_near(double actual, double expected, double tolerance) {
    if (!(fabs(actual - expected) <= tolerance)) {
        fail_msg("%.9g is not within %g of %.9g", actual, tolerance, expected);
    }
}
