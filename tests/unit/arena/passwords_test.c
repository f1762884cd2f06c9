// Which passwords are taken, how they are hashed, and how many at once.

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arena/passwords.h"

static void refuses_what_is_tried_first(void **state) {
    (void)state;
    char longest[PASSWORD_MAX * 4 + 2];
    for (int i = 0; i < PASSWORD_MAX; i++) {
        memcpy(longest + i * 3, i % 2 ? "\xe4\xbd\xa0" : "\xe5\xa5\xbd", 3);
    }
    longest[PASSWORD_MAX * 3] = '\0';
    static const struct {
        const char *password;
        ErrorCode code;
    } CASES[] = {
        {"correct horse", ERROR_NONE},
        {"你好世界你好世界", ERROR_NONE},
        {"12345678a!", ERROR_NONE},
        {"", ERROR_PASSWORD_LENGTH},
        {"7777777", ERROR_PASSWORD_LENGTH},
        {"你好世界你好", ERROR_PASSWORD_LENGTH}, // 18 bytes, six characters
        {"PassWord", ERROR_PASSWORD_COMMON},
        {"qwertyuiop", ERROR_PASSWORD_COMMON},
        {"aaaaaaaaaaaa", ERROR_PASSWORD_COMMON},
        {"abcdefghijkl", ERROR_PASSWORD_COMMON},
        {"87654321", ERROR_PASSWORD_COMMON},
        {"Annabelle", ERROR_PASSWORD_COMMON}, // the name
        {"annabelle12", ERROR_PASSWORD_COMMON},
        {"annabelle and i", ERROR_NONE},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Error error;
        error_clear(&error);
        password_check(slice_from(CASES[i].password), slice_from("annabelle"), &error);
        assert_string_equal(error_code_name(error.reason.code), error_code_name(CASES[i].code));
    }
    Error error;
    assert_true(password_check(slice_from(longest), slice_from("ann"), &error));
    strcat(longest, "a");
    assert_false(password_check(slice_from(longest), slice_from("ann"), &error));
}

static void hashes_are_salted_and_compared(void **state) {
    (void)state;
    Error error;
    PasswordVerdict verdict;
    char one[PASSWORD_HASH_SIZE];
    char other[PASSWORD_HASH_SIZE];
    Passwords *passwords = passwords_new(&(PasswordOptions){PASSWORD_COST_MIN, 1, 0});
    Slice good = slice_from("correct horse");
    assert_true(passwords_hash(passwords, good, one, &error));
    assert_true(passwords_hash(passwords, good, other, &error));
    assert_string_not_equal(one, other);
    assert_memory_equal(one, "$argon2id$", 10);
    assert_true(passwords_verify(passwords, good, one, &verdict, &error));
    assert_true(verdict.is_right && !verdict.is_stale);
    assert_true(passwords_verify(passwords, slice_from("Correct horse"), one, &verdict, &error));
    assert_false(verdict.is_right);
    assert_true(passwords_verify(passwords, good, NULL, &verdict, &error));
    assert_false(verdict.is_right);
    assert_true(passwords_verify(passwords, good, "no hash", &verdict, &error));
    assert_false(verdict.is_right);
    passwords_free(passwords);
}

typedef struct Crowd {
    Passwords *passwords;
    pthread_barrier_t start;
    int done_count;
    int refused_count;
    pthread_mutex_t mutex;
} Crowd;

static void *sign_in(void *context) {
    Crowd *crowd = context;
    char hash[PASSWORD_HASH_SIZE];
    Error error;
    pthread_barrier_wait(&crowd->start);
    bool is_done = passwords_hash(crowd->passwords, slice_from("correct horse"), hash, &error);
    pthread_mutex_lock(&crowd->mutex);
    crowd->done_count += is_done;
    crowd->refused_count += !is_done && error.reason.code == ERROR_TOO_MANY_TRIES;
    pthread_mutex_unlock(&crowd->mutex);
    return NULL;
}

// Who does not fit is told so at once; all others get their turn.
static void a_crowd_is_served_in_turns(void **state) {
    (void)state;
    enum { COUNT = 12 };
    pthread_t threads[COUNT];
    Crowd crowd = {.passwords = passwords_new(&(PasswordOptions){PASSWORD_COST_MIN, 2, COUNT})};
    pthread_mutex_init(&crowd.mutex, NULL);
    pthread_barrier_init(&crowd.start, NULL, COUNT);
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, sign_in, &crowd), 0);
    }
    for (int i = 0; i < COUNT; i++) {
        pthread_join(threads[i], NULL);
    }
    assert_int_equal(crowd.done_count, COUNT);
    passwords_free(crowd.passwords);
    // Nobody may hash, and nobody may wait.
    crowd.passwords = passwords_new(&(PasswordOptions){PASSWORD_COST_MIN, 0, 0});
    pthread_barrier_destroy(&crowd.start);
    pthread_barrier_init(&crowd.start, NULL, 1);
    sign_in(&crowd);
    assert_int_equal(crowd.refused_count, 1);
    passwords_free(crowd.passwords);
    pthread_barrier_destroy(&crowd.start);
    pthread_mutex_destroy(&crowd.mutex);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_what_is_tried_first),
        cmocka_unit_test(hashes_are_salted_and_compared),
        cmocka_unit_test(a_crowd_is_served_in_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
