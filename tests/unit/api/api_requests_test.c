// What a request for games may ask for.

#include "unit/api/askers.h"

// How a request of a student's for games of versions that are not there is answered.
static int status_of(Site *site, int pairs, int time_ms) {
    char body[128];
    snprintf(body, sizeof body, "{\"first\": 1, \"second\": 2, \"pairs\": %d, \"timeMs\": %d}",
        pairs, time_ms);
    sign_in(site, AS_STUDENT);
    HttpReply reply = ask(site, AS_STUDENT, "POST", API_PREFIX "requests", slice_from(body));
    int status = reply.status;
    http_reply_release(&reply);
    return status;
}

// Nothing takes a core from a pair that is played, so that its time is bounded: by the numbers that
// docs/security.md promises, not by whatever the constants say.
static void nobody_holds_a_core_for_long(void **state) {
    Site site = open_site(state);
    assert_int_equal(status_of(&site, 10, 5000), 404);
    assert_int_equal(status_of(&site, 10, 5001), 400);
    assert_int_equal(status_of(&site, 11, 5000), 400);
    close_site(&site);
}

int main(void) {
    static const StoreTest TESTS[] = {STORE_TEST(nobody_holds_a_core_for_long)};
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
