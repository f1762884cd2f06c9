// Errors: codes and arguments for programs, the text for people.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"

static void a_reason_keeps_its_code_and_arguments(void **state) {
    (void)state;
    Error error;
    assert_false(error_set(&error, ERROR_WALL_CROSSES, "%s crosses a wall at %s", "e3h", "e3v"));
    assert_string_equal(error.text, "e3h crosses a wall at e3v");
    assert_int_equal(error.reason.code, ERROR_WALL_CROSSES);
    assert_string_equal(error_code_name(error.reason.code), "wall-crosses");
    assert_int_equal(error.reason.argument_count, 2);
    assert_string_equal(error.reason.arguments[0], "e3h");
    assert_string_equal(error.reason.arguments[1], "e3v");
    assert_int_equal(error.place_count, 0);
}

static void every_kind_of_argument_is_written_once(void **state) {
    (void)state;
    Error error;
    error_set(&error, ERROR_BAD_TAG, "100%% %d %u %zu %lld", -1, 4000000000U, (size_t)7,
        INT64_C(-9000000000) + 0LL);
    assert_string_equal(error.text, "100% -1 4000000000 7 -9000000000");
    assert_int_equal(error.reason.argument_count, 4);
    assert_string_equal(error.reason.arguments[3], "-9000000000");
    error_set(&error, ERROR_BAD_TAG, "%.2s|%c|%g|0x%02x%%", "e1 e9", '}', 0.5, 7);
    assert_string_equal(error.text, "e1|}|0.5|0x07%");
    assert_string_equal(error.reason.arguments[0], "e1");
    assert_string_equal(error.reason.arguments[1], "}");
    assert_string_equal(error.reason.arguments[2], "0.5");
    assert_string_equal(error.reason.arguments[3], "07");
}

static void what_is_too_long_is_cut(void **state) {
    (void)state;
    char path[2 * sizeof((Error *)NULL)->text];
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    Error error;
    error_set(&error, ERROR_FILE_UNREADABLE, "%.100s cannot be read: %s", path, "why");
    assert_int_equal(strlen(error.reason.arguments[0]), ERROR_ARGUMENT_SIZE - 1);
    assert_string_equal(error.text + 100, " cannot be read: why");
    error_set(&error, ERROR_FILE_UNREADABLE, "%s cannot be read: %s", path, "why");
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_string_equal(error.reason.arguments[1], "why");
    error_set(&error, ERROR_BAD_TAG, "%d %d %d %d %d %d", 1, 2, 3, 4, 5, 6);
    assert_string_equal(error.text, "1 2 3 4 5 6");
    assert_int_equal(error.reason.argument_count, ERROR_ARGUMENTS_MAX);
}

// "é" has two bytes, the second of which would not fit.
static void no_character_is_cut_in_two(void **state) {
    (void)state;
    char path[512] = "x";
    for (size_t i = 1; i + 2 < sizeof path; i += 2) {
        strcat(path, "é");
    }
    Error error;
    error_set(&error, ERROR_FILE_UNREADABLE, "%.100s cannot be read: %s", path, "why");
    assert_int_equal(strlen(error.reason.arguments[0]), ERROR_ARGUMENT_SIZE - 1);
    assert_string_equal(error.text + 99, " cannot be read: why");
    error_set(&error, ERROR_FILE_UNREADABLE, "x%s", path);
    assert_int_equal(strlen(error.text), sizeof error.text - 2);
    error_set(&error, ERROR_FILE_UNREADABLE, "%s", path + 1);
    assert_int_equal(strlen(error.reason.arguments[0]), ERROR_ARGUMENT_SIZE - 2);
}

static void prefixes_stack_and_never_overflow(void **state) {
    (void)state;
    Error error;
    error_set(&error, ERROR_NOT_A_STEP, "%s to %s is not a step", "e1", "e5");
    assert_false(error_prefix(&error, ERROR_AT_MOVE, "move %d", 7));
    error_prefix(&error, ERROR_AT_LINE, "line %d", 3);
    assert_string_equal(error.text, "line 3: move 7: e1 to e5 is not a step");
    assert_int_equal(error.reason.code, ERROR_NOT_A_STEP);
    assert_string_equal(error.reason.arguments[1], "e5");
    assert_int_equal(error.place_count, 2);
    assert_int_equal(error.places[0].code, ERROR_AT_MOVE);
    assert_string_equal(error.places[0].arguments[0], "7");
    assert_int_equal(error.places[1].code, ERROR_AT_LINE);
    for (int i = 0; i < 100; i++) {
        error_prefix(&error, ERROR_AT_POSITION, "again");
    }
    assert_int_equal(error.place_count, ERROR_PLACES_MAX);
    assert_int_equal(error.places[0].code, ERROR_AT_MOVE);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    error_set(&error, ERROR_BAD_TAG, "bad");
    assert_int_equal(error.place_count, 0);
    assert_int_equal(error.reason.argument_count, 0);
}

static void an_error_may_be_made_of_its_own_text(void **state) {
    (void)state;
    Error error;
    error_set(&error, ERROR_BAD_TAG, "bad");
    error_set(&error, ERROR_BAD_PROPERTY, "%s or worse", error.text);
    assert_string_equal(error.text, "bad or worse");
}

static void nobody_has_to_listen(void **state) {
    (void)state;
    Error from;
    error_set(&from, ERROR_BAD_TAG, "bad");
    assert_false(error_set(NULL, ERROR_BAD_TAG, "%s", "bad"));
    assert_false(error_prefix(NULL, ERROR_AT_MOVE, "move %d", 7));
    assert_false(error_copy(NULL, &from));
    error_clear(NULL);
}

static void errors_are_copied_and_cleared(void **state) {
    (void)state;
    Error from;
    Error error;
    error_set(&from, ERROR_SQUARE_TAKEN, "%s is taken", "e2");
    error_prefix(&from, ERROR_AT_MOVE, "move %d", 2);
    assert_false(error_copy(&error, &from));
    assert_string_equal(error.text, "move 2: e2 is taken");
    assert_int_equal(error.reason.code, ERROR_SQUARE_TAKEN);
    assert_string_equal(error.places[0].arguments[0], "2");
    error_clear(&error);
    assert_int_equal(error.reason.code, ERROR_NONE);
    assert_int_equal(error.place_count, 0);
    assert_string_equal(error.text, "");
    assert_string_equal(error_code_name(error.reason.code), "none");
}

#define ONE_OF_THEM(code, name) ERROR_##code,

// Two codes of one name could not be told apart by a program.
static void names_are_kebab_case_and_unique(void **state) {
    (void)state;
    static const ErrorCode CODES[] = {ERROR_NONE, ERROR_CODES(ONE_OF_THEM)};
    const size_t count = sizeof CODES / sizeof *CODES;
    for (size_t i = 0; i < count; i++) {
        const char *name = error_code_name(CODES[i]);
        assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz-8"), strlen(name));
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(name, error_code_name(CODES[j]));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reason_keeps_its_code_and_arguments),
        cmocka_unit_test(every_kind_of_argument_is_written_once),
        cmocka_unit_test(what_is_too_long_is_cut),
        cmocka_unit_test(no_character_is_cut_in_two),
        cmocka_unit_test(prefixes_stack_and_never_overflow),
        cmocka_unit_test(an_error_may_be_made_of_its_own_text),
        cmocka_unit_test(nobody_has_to_listen),
        cmocka_unit_test(errors_are_copied_and_cleared),
        cmocka_unit_test(names_are_kebab_case_and_unique),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
