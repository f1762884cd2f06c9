#include "base/html.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void check_text(const char *bytes, size_t size, const char *expected) {
    Text out;
    text_init(&out);
    // A block of exactly that size, so that a sanitizer sees every step beyond the end.
    char *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    html_add_text(&out, (Slice){copy, size});
    assert_string_equal(out.data, expected);
    free(copy);
    text_release(&out);
}

static void test_text_is_made_safe(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        const char *expected;
    } CASES[] = {
        {"", ""},
        {"a <b> & \"c\" 'd'", "a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;"},
        {"张三 é 🙂\n\t", "张三 é 🙂\n\t"},
        {"\x01\x1b[1m\x7f", "��[1m�"},
        {"\xc2\x85", "�"},       // a C1 control
        {"\xff\x80", "��"},      // no UTF-8
        {"\xc0\xbc", "��"},      // `<`, too long
        {"\xe5\xbc", "��"},      // cut short
        {"\xed\xa0\x80", "���"}, // a surrogate
        {"\xf8\xbc\x80\x80", "����"},
        {"\xf4\x90\x80\x80", "����"}, // beyond Unicode
        {"\xef\xbf\xbf", "�"},        // no character
        {"\xe5<", "�&lt;"},           // `<` is not swallowed by a broken sequence
        {"\xf0\x9f\x99\x82\xf0", "\xf0\x9f\x99\x82�"},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        check_text(CASES[i].bytes, strlen(CASES[i].bytes), CASES[i].expected);
    }
    check_text("a\0b", 3, "a�b");
}

static void test_text_is_cut(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int columns;
        const char *expected;
    } CASES[] = {{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"<&>x", 3, "&lt;&amp;…"},
        {"张三李", 6, "张三李"}, {"张三李", 5, "张三…"}, {"张三李", 4, "张…"}, {"ab", 1, "…"}};
    for (size_t i = 0; i < COUNT(CASES); i++) {
        Text out;
        text_init(&out);
        html_add_short_text(&out, slice_from(CASES[i].text), CASES[i].columns);
        assert_string_equal(out.data, CASES[i].expected);
        text_release(&out);
    }
}

static void test_numbers(void **state) {
    (void)state;
    static const struct {
        double value;
        int decimals;
        const char *plain;
        const char *with_sign;
    } CASES[] = {{12.34, 1, "12.3", "+12.3"}, {-12.36, 1, "−12.4", "−12.4"},
        {-0.04, 1, "0.0", "0.0"}, {0, 0, "0", "0"}, {NAN, 1, "–", "–"}, {INFINITY, 1, "–", "–"},
        {-1e300, 2, "–", "–"}};
    for (size_t i = 0; i < COUNT(CASES); i++) {
        Text out;
        text_init(&out);
        html_add_number(&out, CASES[i].value, CASES[i].decimals);
        assert_string_equal(out.data, CASES[i].plain);
        text_clear(&out);
        html_add_signed(&out, CASES[i].value, CASES[i].decimals);
        assert_string_equal(out.data, CASES[i].with_sign);
        text_release(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_is_made_safe),
        cmocka_unit_test(test_text_is_cut),
        cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
