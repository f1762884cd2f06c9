// What is written about a contest's results costs its price once, and holds up nobody.

#include "unit/api/askers.h"

static int64_t make_contest(Site *site) {
    static const char BODY[] = "{\"name\": \"final\", \"game\": \"amazons\", \"variant\": \"8x8\", "
                               "\"format\": \"roundRobin\", \"deadlineMs\": 9000000000000}";
    sign_in(site, AS_TEACHER);
    HttpReply reply = ask(site, AS_TEACHER, "POST", API_PREFIX "contests", slice_from(BODY));
    assert_int_equal(reply.status, 201);
    http_reply_release(&reply);
    return 1; // the first one
}

static HttpReply read_result(Site *site, int64_t id, const char *what) {
    char path[128];
    snprintf(path, sizeof path, API_PREFIX "contests/%lld/%s", (long long)id, what);
    sign_in(site, AS_TEACHER);
    return ask(site, AS_TEACHER, "GET", path, (Slice){0});
}

// A report has the time at which it was written.
static void a_report_is_written_once(void **state) {
    Site site = open_site(state);
    Store *store = queue_store(site.api.queue);
    int64_t id = make_contest(&site);
    HttpReply first = read_result(&site, id, "report");
    assert_int_equal(first.status, 200);
    assert_string_equal(first.content_type, "text/html; charset=utf-8");
    store_advance_clock(store, 24 * 3600 * INT64_C(1000));
    HttpReply again = read_result(&site, id, "report");
    assert_string_equal(again.content_type, "text/html; charset=utf-8");
    assert_string_equal(again.attachment, first.attachment);
    assert_string_equal(again.body.data, first.body.data);
    stores_sql(store, "UPDATE contests SET name = 'finale'");
    HttpReply changed = read_result(&site, id, "report");
    assert_string_not_equal(changed.body.data, first.body.data);
    http_reply_release(&changed);
    http_reply_release(&again);
    http_reply_release(&first);
    close_site(&site);
}

static void each_form_is_its_own(void **state) {
    static const char *const FORMS[] = {"standings", "standings.csv", "report"};
    Site site = open_site(state);
    int64_t id = make_contest(&site);
    for (int i = 0; i < 6; i++) {
        HttpReply reply = read_result(&site, id, FORMS[i % 3]);
        assert_int_equal(reply.status, 200);
        assert_int_equal(reply.body.data[0] == '{', i % 3 == 0);
        assert_int_equal(reply.body.data[0] == '<', i % 3 == 2);
        assert_int_equal(reply.content_type != NULL, i % 3 != 0);
        http_reply_release(&reply);
        reply = read_result(&site, id + 1, FORMS[i % 3]);
        assert_int_equal(reply.status, 404);
        assert_null(reply.content_type); // the reason is JSON
        http_reply_release(&reply);
    }
    close_site(&site);
}

// They have a queue and threads of their own: beats and results do not wait for them.
static void files_of_results_are_heavy(void **state) {
    (void)state;
    int count = 0;
    for (const ApiRoute *route = API_ROUTES; route->method; route++) {
        if (strcmp(route->path, "contests/{id}/report") == 0 ||
            strcmp(route->path, "contests/{id}/standings.csv") == 0) {
            assert_int_equal(route->wait, HTTP_HEAVY);
            count++;
        }
    }
    assert_int_equal(count, 2);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(a_report_is_written_once),
        STORE_TEST(each_form_is_its_own),
        STORE_TEST(files_of_results_are_heavy),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
