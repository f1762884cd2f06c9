// Text as JavaScript and Python read it: what the real judges accept, and what they do not.

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/foreign_text.h"

static void test_code_points(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        uint32_t code_point;
        size_t size;
    } CASES[] = {
        {"A", 'A', 1},
        {"\x7f", 0x7f, 1},
        {"\xc2\x80", 0x80, 2},
        {"\xdf\xbf", 0x7ff, 2},
        {"\xe0\xa0\x80", 0x800, 3},
        {"\xef\xbc\x94", 0xff14, 3},
        {"\xf0\x90\x80\x80", 0x10000, 4},
        {"\xf4\x8f\xbf\xbf", 0x10ffff, 4},
        // Not UTF-8: a byte alone, cut short, too long for its number, too large, a surrogate.
        {"\x80", UTF8_REPLACEMENT, 1},
        {"\xff", UTF8_REPLACEMENT, 1},
        {"\xe4\xb8", UTF8_REPLACEMENT, 1},
        {"\xc3(", UTF8_REPLACEMENT, 1},
        {"\xc1\xbf", UTF8_REPLACEMENT, 1},
        {"\xe0\x9f\xbf", UTF8_REPLACEMENT, 1},
        {"\xf4\x90\x80\x80", UTF8_REPLACEMENT, 1},
        {"\xed\xa0\x80", UTF8_REPLACEMENT, 3},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Slice rest = slice_from(CASES[i].bytes);
        size_t size = rest.size;
        assert_int_equal(utf8_next(&rest), CASES[i].code_point);
        assert_int_equal(size - rest.size, CASES[i].size);
        if (CASES[i].code_point != UTF8_REPLACEMENT) {
            Text text;
            text_init(&text);
            utf8_add(&text, CASES[i].code_point);
            assert_string_equal(text.data, CASES[i].bytes);
            text_release(&text);
        }
    }
}

typedef bool ReadInteger(Slice word, int *out);

typedef struct IntegerCase {
    const char *word;
    bool done;
    int value;
} IntegerCase;

static void check_integers(ReadInteger *read, const IntegerCase *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int value = -77;
        if (read(slice_from(cases[i].word), &value) != cases[i].done) {
            fail_msg("'%s' is %s", cases[i].word, cases[i].done ? "refused" : "taken");
        }
        assert_int_equal(value, cases[i].done ? cases[i].value : -77);
    }
}

static void test_javascript_parse_int(void **state) {
    (void)state;
    static const IntegerCase CASES[] = {
        {"5", true, 5}, {"+5", true, 5}, {"-5", true, -5}, {"-0", true, 0}, {"007", true, 7},
        {"3.7", true, 3}, {"1e3", true, 1}, {"5x", true, 5}, {"9a", true, 9},
        {"\t\v\f\r 5", true, 5},
        {"\xc2\xa0\xe3\x80\x80\xef\xbb\xbf"
         "5",
            true, 5},
        {"0x1F", true, 31}, {"-0Xf", true, -15}, {"0xg", false, 0}, {"0x", false, 0},
        {"", false, 0}, {"-", false, 0}, {"+-5", false, 0}, {".5", false, 0}, {"x5", false, 0},
        {"\x1c"
         "5",
            false, 0},
        {"2147483647", true, INT_MAX}, {"-2147483648", true, INT_MIN}, {"2147483648", false, 0},
        {"-2147483649", false, 0}, {"18446744073709551620", false, 0},
        {"99999999999999999999999999999999", false, 0},
        {"\xef\xbc\x95", false, 0}, // a full-width five
    };
    check_integers(javascript_parse_int, CASES, sizeof CASES / sizeof *CASES);
}

static void test_python_int(void **state) {
    (void)state;
    static const IntegerCase CASES[] = {
        {"5", true, 5}, {"0010", true, 10}, {"\xef\xbc\x91\xef\xbc\x90", true, 10}, // full-width 10
        {"1\xef\xbc\x90", true, 10},                                                // half of it
        {"\xd9\xa4", true, 4},                                                      // Arabic
        {"\xf0\x9d\x9f\xbf", true, 9},           // the last of the mathematical digits
        {"2147483648", true, INT_MAX},           //
        {"18446744073709551620", true, INT_MAX}, // 2 to the 64th and 4
        {"20000000000000000000", true, INT_MAX}, //
        {"", false, 0},                          //
        {"+5", false, 0},                        //
        {"-5", false, 0},                        //
        {"5.0", false, 0},                       //
        {"5x", false, 0},                        //
        {"\xc2\xb2", false, 0},                  // a superscript: isdigit() holds, int() fails
        {"5\xff", false, 0},                     //
    };
    check_integers(python_int, CASES, sizeof CASES / sizeof *CASES);
}

static void test_python_split(void **state) {
    (void)state;
    static const char TEXT[] = " 4\f10\x1c"
                               "a\xc2\x85"
                               "b\xc2\xa0"
                               "c\xe2\x80\xa8"
                               "d\xe3\x80\x80"
                               "e\xef\xbb\xbf"
                               "f\xff\n";
    static const char *const WORDS[] = {"4", "10", "a", "b", "c", "d",
        "e\xef\xbb\xbf"
        "f\xff"};
    Slice rest = slice_from(TEXT);
    Slice word;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        assert_true(python_split(&rest, &word));
        assert_true(slice_is(word, WORDS[i]));
    }
    assert_false(python_split(&rest, &word));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_code_points),
        cmocka_unit_test(test_javascript_parse_int),
        cmocka_unit_test(test_python_int),
        cmocka_unit_test(test_python_split),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
