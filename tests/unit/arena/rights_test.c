// Who may see and change what is somebody's: every decision for every asker.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arena/rights.h"

#define OWNER 5

static const Person NOBODY = {0};
static const Person STRANGER = {.id = 4};
static const Person AUTHOR = {.id = OWNER};
static const Person TEACHER = {.id = 6, .role = ROLE_TEACHER};
static const Person ADMIN = {.id = 7, .role = ROLE_ADMIN};
static const Person *const ASKERS[] = {&NOBODY, &STRANGER, &AUTHOR, &TEACHER, &ADMIN};

static const BotRights PRIVATE = {.owner_id = OWNER};
static const BotRights SHARED = {.owner_id = OWNER, .is_shared = true};
static const BotRights HOUSE = {0};

// A letter for each asker: y for those who may.
static void expect(bool (*may)(const Person *, const BotRights *), const BotRights *bot,
    const char *nobody_stranger_author_teacher_admin) {
    for (size_t i = 0; i < sizeof ASKERS / sizeof *ASKERS; i++) {
        assert_int_equal(may(ASKERS[i], bot), nobody_stranger_author_teacher_admin[i] == 'y');
    }
}

static void everybody_gets_what_is_his(void **state) {
    (void)state;
    expect(rights_change_bot, &PRIVATE, "--y--");
    expect(rights_change_bot, &SHARED, "--y--");
    expect(rights_change_bot, &HOUSE, "----y");
    expect(rights_stop_bot, &PRIVATE, "--yyy");
    expect(rights_stop_bot, &HOUSE, "---yy");
    expect(rights_see_source, &PRIVATE, "--yyy");
    expect(rights_see_source, &SHARED, "yyyyy");
    expect(rights_see_log, &PRIVATE, "--yyy");
    expect(rights_see_log, &SHARED, "--yyy");
    expect(rights_see_log, &HOUSE, "---yy");
    assert_false(rights_is_staff(&NOBODY));
    assert_false(rights_is_staff(&AUTHOR));
    assert_true(rights_is_staff(&TEACHER));
    assert_true(rights_is_staff(&ADMIN));
    assert_false(rights_is_staff(&(Person){.role = ROLE_ADMIN})); // of nobody
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(everybody_gets_what_is_his)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
