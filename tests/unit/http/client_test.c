// The client against a server in the same program.

#include "http/client.h"
#include "unit/http/http_fixture.h"

static const HttpClientOptions OPTIONS = {
    .token = "se-cret", .connect_ms = 10000, .timeout_ms = 60000, .answer_limit_bytes = 1u << 20};

typedef struct Asking {
    const Fixture *fixture;
    HttpClient *client;
    Text url;
    Error error;
} Asking;

static void begin_asking(Asking *asking, const Fixture *fixture, const HttpClientOptions *options) {
    *asking = (Asking){.fixture = fixture, .client = http_client_new(options)};
    text_init(&asking->url);
}

static void end_asking(Asking *asking) {
    http_client_free(asking->client);
    text_release(&asking->url);
}

static HttpDelivery ask_for(Asking *asking, const char *method, const char *path, Slice body) {
    text_clear(&asking->url);
    text_addf(&asking->url, "%s%s", server_url(asking->fixture->server), path);
    return http_client_ask(
        asking->client, method, asking->url.data, body, "text/plain", &asking->error);
}

static void answers(Asking *asking, const char *method, const char *path, Slice body, int status,
    const char *answer) {
    assert_int_equal(ask_for(asking, method, path, body), HTTP_ANSWERED);
    assert_int_equal(http_client_status(asking->client), status);
    assert_true(slice_is(http_client_answer(asking->client), answer));
}

static void requests_of_every_kind_are_answered(void **state) {
    Asking asking;
    Slice body = slice_from("some bytes");
    begin_asking(&asking, *state, &OPTIONS);
    for (int i = 0; i < 2; i++) { // what is asked leaves no trace in the next request
        answers(&asking, "GET", "test/a?name=b", (Slice){0}, 200,
            "{\"name\":\"b\",\"token\":\"se-cret\",\"size\":0}\n");
        answers(&asking, "POST", "test/bytes", body, 200, "some bytes");
        answers(&asking, "HEAD", "test/a", (Slice){0}, 200, "");
        answers(&asking, "PUT", "test/bytes", body, 200, "some bytes");
        answers(&asking, "POST", "test/bytes", (Slice){0}, 200, "");
        answers(&asking, "DELETE", "test/a", (Slice){0}, 200,
            "{\"name\":\"\",\"token\":\"se-cret\",\"size\":0}\n");
    }
    end_asking(&asking);
}

static void a_server_says_when_to_ask_again(void **state) {
    Asking asking;
    begin_asking(&asking, *state, &OPTIONS);
    assert_int_equal(ask_for(&asking, "GET", "test/later", (Slice){0}), HTTP_ANSWERED);
    assert_int_equal(http_client_status(asking.client), 503);
    assert_int_equal(http_client_retry_after_s(asking.client), 7);
    assert_int_equal(ask_for(&asking, "GET", "test/a", (Slice){0}), HTTP_ANSWERED);
    assert_int_equal(http_client_retry_after_s(asking.client), 0);
    end_asking(&asking);
}

static void what_became_of_a_request_is_told(void **state) {
    const Fixture *fixture = *state;
    HttpClientOptions options = OPTIONS;
    options.answer_limit_bytes = 100;
    Asking asking;
    begin_asking(&asking, fixture, &options);
    char zeros[101] = {0};
    assert_int_equal(ask_for(&asking, "POST", "test/bytes", (Slice){zeros, 100}), HTTP_ANSWERED);
    assert_int_equal(ask_for(&asking, "POST", "test/bytes", (Slice){zeros, 101}), HTTP_BROKEN);
    assert_int_equal(http_client_ask(asking.client, "GET", "http://127.0.0.1:1/", (Slice){0}, NULL,
                         &asking.error),
        HTTP_UNSENT);
    assert_int_equal(asking.error.reason.code, ERROR_NO_ANSWER);
    assert_int_equal(
        http_client_ask(asking.client, "GET", "file:///etc/passwd", (Slice){0}, NULL, NULL),
        HTTP_UNSENT);
    end_asking(&asking);
}

static void patience_ends(void **state) {
    Fixture *fixture = *state;
    HttpClientOptions options = OPTIONS;
    options.timeout_ms = 50;
    Asking asking;
    begin_asking(&asking, fixture, &options);
    assert_int_equal(ask_for(&asking, "GET", "test/slow", (Slice){0}), HTTP_TIMED_OUT);
    end_asking(&asking);
    open_gate(fixture);
}

typedef struct Stopping {
    Fixture *fixture;
    atomic_bool stop;
} Stopping;

static void *stop_when_held(void *context) {
    Stopping *stopping = context;
    wait_for_held(stopping->fixture, 1);
    atomic_store(&stopping->stop, true);
    return NULL;
}

static void the_flag_stops_a_request(void **state) {
    Stopping stopping = {.fixture = *state};
    HttpClientOptions options = OPTIONS;
    options.stop = &stopping.stop;
    Asking asking;
    begin_asking(&asking, stopping.fixture, &options);
    pthread_t stopper;
    assert_int_equal(pthread_create(&stopper, NULL, stop_when_held, &stopping), 0);
    assert_int_equal(ask_for(&asking, "GET", "test/slow", (Slice){0}), HTTP_STOPPED);
    pthread_join(stopper, NULL);
    end_asking(&asking);
    open_gate(stopping.fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(requests_of_every_kind_are_answered, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_server_says_when_to_ask_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_became_of_a_request_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(patience_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_flag_stops_a_request, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
