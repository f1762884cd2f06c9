// Reading and setting cookies.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "http/cookies.h"

static void finds_a_cookie_among_others(void **state) {
    (void)state;
    static const struct {
        const char *cookies;
        const char *value;
    } CASES[] = {
        {"immure=abc", "abc"},
        {"a=1; immure=abc; b=2", "abc"},
        {"a=1;immure=abc", "abc"},
        {"", ""},
        {"immure", ""},
        {"immure=", ""},
        {"ximmure=abc", ""},
        {"immurex=abc", ""},
        {"__Host-immure=abc", ""},
        {"a=immure=abc", ""},
        {"immure=abc; immure=def", ""}, // one of them was planted
        {";;; =; immure=a=b ;", "a=b"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        assert_true(slice_is(cookie_find(slice_from(CASES[i].cookies), "immure"), CASES[i].value));
    }
}

static void sets_what_no_script_sees(void **state) {
    (void)state;
    HttpReply reply;
    http_reply_init(&reply);
    cookie_set(&reply, "immure", "abc", false, 60);
    assert_string_equal(reply.cookie, "immure=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax");
    cookie_set(&reply, "__Host-immure", "abc", true, 60);
    assert_string_equal(
        reply.cookie, "__Host-immure=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure");
    // The longest that there is is not cut.
    static const char SECRET[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    cookie_set(&reply, "__Host-immure", SECRET, true, 2592000);
    assert_non_null(strstr(reply.cookie, "; SameSite=Lax; Secure"));
    cookie_set(&reply, "immure", "", false, 60);
    assert_string_equal(reply.cookie, "immure=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    http_reply_release(&reply);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_a_cookie_among_others),
        cmocka_unit_test(sets_what_no_script_sees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
