// The headers by which a browser says what it has and what it takes.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "http/site.h"

static void tags_are_compared(void **state) {
    (void)state;
    assert_true(site_tag_matches("\"a\"", "\"a\""));
    assert_true(site_tag_matches("W/\"a\"", "\"a\""));
    assert_true(site_tag_matches("\"b\", \"a\"", "\"a\""));
    assert_true(site_tag_matches("\"b\",W/\"a\" ,\"c\"", "\"a\""));
    assert_true(site_tag_matches("*", "\"a\""));
    assert_false(site_tag_matches("", "\"a\""));
    assert_false(site_tag_matches("a", "\"a\""));
    assert_false(site_tag_matches("\"a-gzip\"", "\"a\""));
    assert_false(site_tag_matches(",,,", "\"a\""));
}

static void gzip_is_sent_to_who_takes_it(void **state) {
    (void)state;
    assert_true(site_takes_gzip("gzip"));
    assert_true(site_takes_gzip("deflate, gzip;q=1.0, *;q=0.5"));
    assert_true(site_takes_gzip("br,GZIP ; q=0.001"));
    assert_false(site_takes_gzip(""));
    assert_false(site_takes_gzip("br"));
    assert_false(site_takes_gzip("xgzip, gzipx"));
    assert_false(site_takes_gzip("gzip;q=0"));
    assert_false(site_takes_gzip("gzip; q=0.000, br"));
}

static void endings_have_types(void **state) {
    (void)state;
    assert_string_equal(site_type("/index.html"), "text/html; charset=utf-8");
    assert_string_equal(site_type("/assets/core-1.2.wasm"), "application/wasm");
    assert_string_equal(site_type("/A.SVG"), "image/svg+xml");
    assert_string_equal(site_type("/no-ending"), "application/octet-stream");
    assert_string_equal(site_type("/odd.xyz"), "application/octet-stream");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_are_compared),
        cmocka_unit_test(gzip_is_sent_to_who_takes_it),
        cmocka_unit_test(endings_have_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
