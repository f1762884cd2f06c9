// What an answer of the server means to its clients.

#include "jobs/remote.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// What the server answers, whatever is asked.
typedef struct Refusal {
    RemoteHead head;
    const char *body;
    RemoteStatus status;
} Refusal;

static bool refuse(void *context, const char *method, const char *path, Slice body,
    RemoteHead *head, Text *answer, Error *error) {
    (void)method, (void)path, (void)body, (void)error;
    const Refusal *refusal = context;
    *head = refusal->head;
    text_add(answer, refusal->body);
    return true;
}

#define REASON(code) "{\"error\":{\"code\":\"" code "\",\"text\":\"because\"}}"

// To ask again where that may help: who has as much as he may would use up his tries.
static void test_what_is_asked_again(void **state) {
    (void)state;
    static const Refusal REFUSALS[] = {
        {{429, 100}, REASON("too-many-tries"), REMOTE_AGAIN},
        {{429, 2}, REASON("too-many-connections"), REMOTE_AGAIN},
        {{429, 2}, REASON("too-many-open"), REMOTE_REFUSED},
        {{429, 2}, REASON("too-many-bots"), REMOTE_REFUSED},
        {{429, 2}, REASON("too-many-jobs"), REMOTE_REFUSED},
        {{429, 0}, "<html>a proxy's</html>", REMOTE_AGAIN},
        {{503, 2}, REASON("busy"), REMOTE_AGAIN},
        {{500, 0}, "", REMOTE_AGAIN},
        {{409, 0}, REASON("name-taken"), REMOTE_REFUSED},
    };
    for (size_t i = 0; i < sizeof REFUSALS / sizeof *REFUSALS; i++) {
        Refusal refusal = REFUSALS[i];
        Remote remote = {&refusal, refuse};
        int retry_after_s = -1;
        Error error;
        RemoteStatus status = remote_ask(
            &remote, "POST", "/api/v1/bots", json_object(), NULL, &retry_after_s, &error);
        assert_int_equal(status, refusal.status);
        assert_int_equal(retry_after_s, refusal.head.retry_after_s);
        assert_int_equal(strstr(error.text, "because") != NULL, refusal.body[0] == '{');
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_is_asked_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
