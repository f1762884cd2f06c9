// Names of people: which are taken, and which are the same.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "arena/person.h"

static void names_are_letters_of_any_script(void **state) {
    (void)state;
    static const struct {
        const char *name;
        bool is_right;
    } CASES[] = {
        {"Ann", true},
        {"张三", true},
        {"Ömer-1", true},
        {"Δημήτρης", true},
        {"a.b_c-d", true},
        {"一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二", true},
        {"", false},
        {"a", false},
        {"一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二三", false},
        {"-ann", false},
        {"ann bob", false},
        {"ann\n", false},
        {"<b>ann</b>", false},
        {"ann\xe2\x80\xae", false}, // turns the text that follows round
        {"a\xcc\x81nn", false},     // a letter that looks like another one
        {"ann\xff", false},
        {"'; DROP TABLE people; --", false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Error error;
        if (person_name_check(slice_from(CASES[i].name), "a person", &error) != CASES[i].is_right) {
            fail_msg("%s", CASES[i].name);
        }
    }
    assert_false(person_name_check((Slice){"a\0b", 3}, "a person", NULL));
    Error error;
    assert_false(person_name_check(slice_from("my bot"), "a bot", &error));
    assert_non_null(strstr(error.text, "is no name for a bot: 2 to 32 "));
}

static void names_are_the_same_in_any_case(void **state) {
    (void)state;
    char one[PERSON_NAME_SIZE];
    char other[PERSON_NAME_SIZE];
    person_name_key(slice_from("ÖMER-Z"), one);
    person_name_key(slice_from("ömer-z"), other);
    assert_string_equal(one, other);
    person_name_key(slice_from("ΔΗΜΗ"), one);
    assert_string_equal(one, "δημη");
}

static void roles_have_names(void **state) {
    (void)state;
    for (PersonRole role = ROLE_STUDENT; role <= ROLE_ADMIN; role++) {
        PersonRole found;
        assert_true(person_role_find(slice_from(person_role_name(role)), &found));
        assert_int_equal(found, role);
    }
    PersonRole found;
    assert_false(person_role_find(slice_from("root"), &found));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_letters_of_any_script),
        cmocka_unit_test(names_are_the_same_in_any_case),
        cmocka_unit_test(roles_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
