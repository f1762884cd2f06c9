// What a request's JSON may be: every refusal names what is wrong, and nothing is guessed.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "api/json_input.h"
#include "api/limits.h"

static void refuses(Slice body, const char *reason) {
    Error error;
    json_t *object = json_input_read(body, &error);
    assert_null(object);
    assert_non_null(strstr(error.text, reason));
}

static json_t *reads(const char *body) {
    Error error;
    json_t *object = json_input_read(slice_from(body), &error);
    assert_non_null(object);
    return object;
}

static void a_body_is_one_object(void **state) {
    (void)state;
    json_decref(reads("{}"));
    json_decref(reads(" {\"a\": [1, {\"b\": null}]} \n"));
    refuses(slice_from(""), "no JSON");
    refuses(slice_from("{"), "no JSON");
    refuses(slice_from("[]"), "no JSON object");
    refuses(slice_from("{} {}"), "no JSON");
    refuses(slice_from("{\"a\": 1, \"a\": 2}"), "duplicate");
    refuses(slice_from("{\"a\": \"\\u0000\"}"), "no JSON");
    refuses(slice_from("{\"a\": \"\xff\"}"), "no JSON");
    refuses((Slice){"{}\0", 3}, "no JSON");
    refuses(slice_from("{a: 1}"), "line 1, column");
}

static void nesting_has_an_end(void **state) {
    (void)state;
    char deep[4 * LIMIT_JSON_DEPTH + 16] = "{\"a\":";
    for (int i = 1; i < LIMIT_JSON_DEPTH; i++) {
        strcat(deep, "[");
    }
    for (int i = 1; i < LIMIT_JSON_DEPTH; i++) {
        strcat(deep, "]");
    }
    strcat(deep, "}");
    json_decref(reads(deep));
    memmove(deep + 6, deep + 5, strlen(deep + 5) + 1);
    deep[5] = '[';
    refuses(slice_from(deep), "nested deeper than 16");
    // Brackets in a string are text, and an escaped quote does not end it.
    json_decref(reads("{\"a\": \"[[[[[[[[[[[[[[[[[[[[[[[\\\"[[[[[[[[[[[[\"}"));
}

static void members_are_checked(void **state) {
    (void)state;
    static const char *const NAMES[] = {"a", "b", NULL};
    Error error;
    json_t *known = reads("{\"b\": 1}");
    json_t *other = reads("{\"a\": 1, \"c\xc3\xa9\": 2}");
    assert_true(json_input_check(known, NAMES, &error));
    assert_false(json_input_check(other, NAMES, &error));
    assert_string_equal(error.text, "unknown member 'cé'");
    json_decref(known);
    json_decref(other);
}

static void values_are_checked(void **state) {
    (void)state;
    Error error;
    Slice text = slice_from("default");
    json_int_t number = 7;
    const json_t *list = NULL;
    json_t *object = reads("{\"t\": \"x\", \"n\": 5, \"f\": 5.0, \"l\": [1], \"z\": null}");
    assert_true(json_input_text(object, "none", &text, &error));
    assert_true(json_input_text(object, "z", &text, &error));
    assert_true(slice_is(text, "default"));
    assert_true(json_input_text(object, "t", &text, &error));
    assert_true(slice_is(text, "x"));
    assert_false(json_input_text(object, "n", &text, &error));
    assert_string_equal(error.text, "n is not a string");
    assert_true(json_input_number(object, "none", 1, 9, &number, &error));
    assert_int_equal(number, 7);
    assert_true(json_input_number(object, "n", 5, 5, &number, &error));
    assert_int_equal(number, 5);
    assert_false(json_input_number(object, "n", 6, 9, &number, &error));
    assert_false(json_input_number(object, "n", 1, 4, &number, &error));
    assert_string_equal(error.text, "n is not a whole number from 1 to 4");
    assert_false(json_input_number(object, "f", 1, 9, &number, &error));
    assert_false(json_input_number(object, "t", 1, 9, &number, &error));
    assert_true(json_input_list(object, "none", &list, &error));
    assert_null(list);
    assert_true(json_input_list(object, "l", &list, &error));
    assert_int_equal(json_array_size(list), 1);
    assert_false(json_input_list(object, "t", &list, &error));
    json_decref(object);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_is_one_object),
        cmocka_unit_test(nesting_has_an_end),
        cmocka_unit_test(members_are_checked),
        cmocka_unit_test(values_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
