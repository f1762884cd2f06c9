// JSON is what a parser of somebody else reads back, whatever was written.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"

static void expect(Text *text, const char *expected) {
    assert_string_equal(text->data, expected);
    text_release(text);
}

static void commas_and_brackets_are_made(void **state) {
    (void)state;
    Text text;
    text_init(&text);
    JsonWriter json = {.out = &text};
    json_open_object(&json, NULL);
    json_open_list(&json, "empty");
    json_close_list(&json);
    json_open_list(&json, "list");
    json_put_integer(&json, NULL, INT64_MIN);
    json_put_null(&json, NULL);
    json_open_object(&json, NULL);
    json_close_object(&json);
    json_close_list(&json);
    json_put_boolean(&json, "yes", true);
    json_put_member(&json, slice_from("a\"b"), slice_from("c"));
    json_close_object(&json);
    expect(&text,
        "{\"empty\":[],\"list\":[-9223372036854775808,null,{}],\"yes\":true,\"a\\\"b\":\"c\"}");
}

static void people_get_lines(void **state) {
    (void)state;
    Text text;
    text_init(&text);
    JsonWriter json = {.out = &text, .is_indented = true};
    json_open_object(&json, NULL);
    json_open_list(&json, "a");
    json_put_integer(&json, NULL, 1);
    json_put_integer(&json, NULL, 2);
    json_close_list(&json);
    json_open_list(&json, "b");
    json_close_list(&json);
    json_close_object(&json);
    expect(&text, "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": []\n}");
}

static void any_bytes_become_a_string(void **state) {
    (void)state;
    Text text;
    text_init(&text);
    JsonWriter json = {.out = &text};
    json_put_slice(&json, NULL, (Slice){"\"\\\n\0\x7f\xe7\x94\xb2\xff\xc3", 10});
    expect(&text, "\"\\\"\\\\\\u000a\\u0000\x7f\xe7\x94\xb2\xef\xbf\xbd\xef\xbf\xbd\"");
}

static void numbers_have_no_idle_decimals(void **state) {
    (void)state;
    static const struct {
        double number;
        int decimals;
        const char *text;
    } CASES[] = {
        {0.5, 4, "0.5"},
        {0.73106, 4, "0.7311"},
        {-0.00001, 2, "0"},
        {100, 2, "100"},
        {-1.25, 2, "-1.25"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Text text;
        text_init(&text);
        JsonWriter json = {.out = &text};
        json_put_real(&json, NULL, CASES[i].number, CASES[i].decimals);
        expect(&text, CASES[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commas_and_brackets_are_made),
        cmocka_unit_test(people_get_lines),
        cmocka_unit_test(any_bytes_become_a_string),
        cmocka_unit_test(numbers_have_no_idle_decimals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
