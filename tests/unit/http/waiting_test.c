// Answers that wait, among those that do not.

#include <poll.h>

#include "unit/http/http_fixture.h"

#define TOO_MANY 3
#define CLAIMS (YIELDING_THREADS + LIMIT_YIELDING + TOO_MANY)

// Waits until so many of the clients have an answer; the others' places are put to the front.
static void wait_for_answers(int *clients, int count, int answered_count, int *answered) {
    struct pollfd polls[CLAIMS];
    int found = 0;
    while (found < answered_count) {
        for (int i = 0; i < count; i++) {
            polls[i] = (struct pollfd){.fd = clients[i], .events = POLLIN};
        }
        assert_true(poll(polls, (nfds_t)count, -1) > 0);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            *(polls[i].revents ? &answered[found++] : &clients[kept++]) = polls[i].fd;
        }
        count = kept;
    }
    assert_int_equal(found, answered_count);
}

static void requests_for_work_hold_up_nobody(void **state) {
    Fixture *fixture = *state;
    int clients[CLAIMS];
    int refused[TOO_MANY];
    for (int i = 0; i < CLAIMS; i++) {
        clients[i] = begin(fixture, "/test/claim");
        wait_for_held(fixture, i < YIELDING_THREADS ? i + 1 : 0);
    }
    wait_for_answers(clients, CLAIMS, TOO_MANY, refused);
    for (int i = 0; i < TOO_MANY; i++) {
        ends(refused[i], 503, "Retry-After: 2\r\n");
    }
    is_answered(fixture, "/test/beat");
    is_answered(fixture, "/test/fast");
    open_gate(fixture);
    for (int i = 0; i < CLAIMS - TOO_MANY; i++) {
        ends(clients[i], 200, "{\"name\"");
    }
}

static void slow_answers_delay_no_fast_ones(void **state) {
    Fixture *fixture = *state;
    int clients[WAITING_THREADS];
    for (int i = 0; i < WAITING_THREADS; i++) {
        clients[i] = begin(fixture, "/test/slow");
    }
    wait_for_held(fixture, WAITING_THREADS);
    is_answered(fixture, "/test/fast");
    int beat = begin(fixture, "/test/beat"); // has to wait for a thread
    is_answered(fixture, "/test/fast");
    open_gate(fixture);
    for (int i = 0; i < WAITING_THREADS; i++) {
        ends(clients[i], 200, "{\"name\"");
    }
    ends(beat, 200, "{\"name\"");
}

static void clients_may_go_while_they_wait(void **state) {
    Fixture *fixture = *state;
    int clients[WAITING_THREADS + 2];
    for (int i = 0; i < WAITING_THREADS + 2; i++) {
        clients[i] = begin(fixture, "/test/slow");
    }
    wait_for_held(fixture, WAITING_THREADS);
    for (int i = 0; i < WAITING_THREADS + 2; i++) {
        close(clients[i]);
    }
    is_answered(fixture, "/test/fast");
    open_gate(fixture);
    is_answered(fixture, "/test/beat");
}

static void *stop(void *context) {
    Fixture *fixture = context;
    server_free(fixture->server);
    return NULL;
}

static void who_waits_is_answered_before_the_end(void **state) {
    Fixture *fixture = *state;
    int slow[WAITING_THREADS];
    for (int i = 0; i < WAITING_THREADS; i++) {
        slow[i] = begin(fixture, "/test/slow");
    }
    wait_for_held(fixture, WAITING_THREADS);
    int claim = begin(fixture, "/test/claim");
    is_answered(fixture, "/test/fast");
    pthread_t stopper;
    assert_int_equal(pthread_create(&stopper, NULL, stop, fixture), 0);
    ends(claim, 503, "Retry-After: "); // though no thread is free
    open_gate(fixture);
    for (int i = 0; i < WAITING_THREADS; i++) {
        ends(slow[i], 200, "{\"name\"");
    }
    pthread_join(stopper, NULL);
    fixture->server = NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(requests_for_work_hold_up_nobody, set_up, tear_down),
        cmocka_unit_test_setup_teardown(slow_answers_delay_no_fast_ones, set_up, tear_down),
        cmocka_unit_test_setup_teardown(clients_may_go_while_they_wait, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_waits_is_answered_before_the_end, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
