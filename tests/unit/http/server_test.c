// What a request brings, how large it may be, and what goes back.

#include "unit/http/http_fixture.h"

static void a_request_has_query_and_token(void **state) {
    Text out;
    text_init(&out);
    ask(*state, "GET /test/a%20b?x=1&name=c%26d", "Authorization: bearer  se-cret \r\n", 0, &out);
    says(&out, 200, "{\"name\":\"c&d\",\"token\":\"se-cret\",\"size\":0}");
    ask(*state, "GET /test/a", "Authorization: Basic se-cret\r\n", 0, &out);
    says(&out, 200, "{\"name\":\"\",\"token\":\"\",\"size\":0}");
    ask(*state, "GET /test/secret", "", 0, &out);
    says(&out, 401, "WWW-Authenticate: Bearer\r\n");
    text_release(&out);
}

static void the_log_has_neither(void **state) {
    Fixture *fixture = *state;
    Text out;
    text_init(&out);
    ask(fixture, "GET /test/a?name=hush", "Authorization: Bearer se-cret\r\n", 0, &out);
    server_free(fixture->server); // after which all is logged
    fixture->server = NULL;
    rewind(fixture->log_stream);
    text_clear(&out);
    assert_true(text_read_stream(&out, fixture->log_stream, 1u << 20, "log", NULL));
    assert_non_null(strstr(out.data, "\"/test/a\""));
    assert_null(strstr(out.data, "hush"));
    assert_null(strstr(out.data, "se-cret"));
    text_release(&out);
}

static void the_path_decides_how_large_a_body_may_be(void **state) {
    Text out;
    text_init(&out);
    ask(*state, "POST /test/small", "", LIMIT_BODY_BYTES, &out);
    says(&out, 200, "\"size\":65536}");
    ask(*state, "POST /test/small", "", LIMIT_BODY_BYTES + 1, &out);
    says(&out, 413, "a body has at most 65536 bytes");
    ask(*state, "POST /test/large", "", LARGE_BYTES, &out);
    says(&out, 200, "\"size\":4194304}");
    ask(*state, "POST /elsewhere", "", LIMIT_BODY_BYTES + 1, &out);
    says(&out, 405, "");
    text_release(&out);
}

static void unannounced_bodies_are_small(void **state) {
    Text out;
    text_init(&out);
    Text request;
    text_init(&request);
    text_add(&request, "POST /test/large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                       "Transfer-Encoding: chunked\r\n\r\n10001\r\n");
    for (int i = 0; i < 0x10001; i++) {
        text_add_byte(&request, 'x');
    }
    text_add(&request, "\r\n0\r\n\r\n");
    int client = connect_to(*state);
    send_all(client, text_slice(&request));
    read_all(client, &out);
    close(client);
    says(&out, 413, "a body has at most 65536 bytes");
    text_release(&request);
    text_release(&out);
}

static void large_bodies_share_a_bound(void **state) {
    static const char HUGE_HEAD[] =
        "POST /test/huge HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n";
    Text out;
    text_init(&out);
    text_addf(&out, "%sContent-Length: %u\r\n\r\n", HUGE_HEAD, HUGE_BYTES);
    int holder = connect_to(*state);
    send_all(holder, text_slice(&out));
    char go_on[64];
    assert_true(read(holder, go_on, sizeof go_on) > 0); // 100 Continue: it is reserved
    ask(*state, "POST /test/large", "Expect: 100-continue\r\n", LIMIT_BODY_BYTES + 1, &out);
    says(&out, 503, "too-many-bodies");
    says(&out, 503, "Retry-After: 5\r\n");
    ask(*state, "POST /test/large", "", LIMIT_BODY_BYTES, &out);
    says(&out, 200, "\"size\":65536}");
    close(holder);
    do { // until the server has noticed
        ask(*state, "POST /test/large", "", LIMIT_BODY_BYTES + 1, &out);
    } while (strncmp(out.data, "HTTP/1.1 503", 12) == 0);
    says(&out, 200, "\"size\":65537}");
    text_release(&out);
}

static void bytes_come_back_as_they_are(void **state) {
    Text out;
    text_init(&out);
    ask(*state, "POST /test/bytes", "", 1000, &out);
    says(&out, 200, "Content-Type: application/octet-stream\r\n");
    says(&out, 200, "Content-Length: 1000\r\n");
    for (size_t i = 0; i < 1000; i++) {
        assert_int_equal(out.data[out.size - 1000 + i], (char)i);
    }
    text_release(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_request_has_query_and_token, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_log_has_neither, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            the_path_decides_how_large_a_body_may_be, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unannounced_bodies_are_small, set_up, tear_down),
        cmocka_unit_test_setup_teardown(large_bodies_share_a_bound, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bytes_come_back_as_they_are, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
