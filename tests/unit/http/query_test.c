// Parameters of a query, decoded.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "http/query.h"

static void parameters_are_found_and_decoded(void **state) {
    (void)state;
    static const struct {
        const char *query;
        const char *value; // of `name`; null: not found
    } CASES[] = {
        {"", NULL},
        {"name", ""},
        {"name=", ""},
        {"name=a", "a"},
        {"other=b&name=a&name=c", "a"},
        {"&&name=a=b&", "a=b"},
        {"n%61me=a+b%20c%26d", "a b c&d"},
        {"name=%C3%bc", "\xc3\xbc"},
        {"name=%zz%4", "%zz%4"},
        {"name=%", "%"},
        {"names=a&nam=b", NULL},
    };
    Text text;
    text_init(&text);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        bool is_found = query_find(slice_from(CASES[i].query), "name", &text);
        assert_int_equal(is_found, CASES[i].value != NULL);
        assert_string_equal(text.data, CASES[i].value ? CASES[i].value : "");
    }
    text_release(&text);
}

static void numbers_are_checked(void **state) {
    (void)state;
    Error error;
    long long number = 7;
    assert_true(query_number(slice_from("limit=3"), "after", 0, 100, &number, &error));
    assert_int_equal(number, 7);
    assert_true(query_number(slice_from("limit=3&after=100"), "after", 0, 100, &number, &error));
    assert_int_equal(number, 100);
    static const char *const BAD[] = {
        "after=", "after=101", "after=-1", "after=1x", "after=%31%zz"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        assert_false(query_number(slice_from(BAD[i]), "after", 0, 100, &number, &error));
        assert_string_equal(error.text, "after is not a whole number from 0 to 100");
        assert_int_equal(number, 100);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_are_found_and_decoded),
        cmocka_unit_test(numbers_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
