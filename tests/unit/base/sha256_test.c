#include "base/sha256.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// The examples of FIPS 180-2.
static void test_known_hashes(void **state) {
    (void)state;
    char text[SHA256_TEXT_SIZE];
    assert_string_equal(sha256_text(slice_from("abc"), text),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_string_equal(sha256_text((Slice){0}, text),
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

static void test_names(void **state) {
    (void)state;
    char text[SHA256_TEXT_SIZE];
    sha256_text(slice_from("abc"), text);
    assert_true(sha256_is_text(slice_from(text)));
    assert_false(sha256_is_text(slice_from(text + 1)));
    text[5] = 'F';
    assert_false(sha256_is_text(slice_from(text)));
    text[5] = '/';
    assert_false(sha256_is_text(slice_from(text)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_hashes),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
