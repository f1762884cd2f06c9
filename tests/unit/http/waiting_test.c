// Answers that wait, among those that do not.

#include <poll.h>
#include <sched.h>

#include "unit/http/http_fixture.h"

#define TOO_MANY 3
#define FLOOD_MAX (HEAVY_THREADS + LIMIT_HEAVY + TOO_MANY)
#define CLASS_SIZE 60

// Waits until so many of the clients have an answer; the others' places are put to the front.
static void wait_for_answers(int *clients, int count, int answered_count, int *answered) {
    struct pollfd polls[FLOOD_MAX];
    int found = 0;
    assert_true(count <= FLOOD_MAX);
    while (found < answered_count) {
        for (int i = 0; i < count; i++) {
            polls[i] = (struct pollfd){.fd = clients[i], .events = POLLIN};
        }
        assert_true(poll(polls, (nfds_t)count, -1) > 0);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            bool has_answer = polls[i].revents != 0;
            assert_true(!has_answer || found < answered_count); // no more than that
            *(has_answer ? &answered[found++] : &clients[kept++]) = polls[i].fd;
        }
        count = kept;
    }
}

// More requests than fit, of two visitors: those that are let in, of which `threads` are held at
// the gate.
typedef struct Flood {
    int clients[FLOOD_MAX];
    int count;
} Flood;

static Flood flood(Fixture *fixture, const char *path, int threads, int limit) {
    Flood flood = {.count = threads + limit};
    int refused[TOO_MANY];
    int held_count = fixture->held_count;
    assert_true(flood.count + TOO_MANY <= FLOOD_MAX);
    for (int i = 0; i < flood.count + TOO_MANY; i++) {
        flood.clients[i] = begin_from(fixture, 1 + i % 2, path);
        wait_for_held(fixture, held_count + (i < threads ? i + 1 : 0));
    }
    wait_for_answers(flood.clients, flood.count + TOO_MANY, TOO_MANY, refused);
    for (int i = 0; i < TOO_MANY; i++) {
        ends(refused[i], 503, "Retry-After: 2\r\n");
    }
    return flood;
}

static void flood_ends(const Flood *flood) {
    for (int i = 0; i < flood->count; i++) {
        ends(flood->clients[i], 200, "{\"name\"");
    }
}

// Whichever comes first, each has its own threads and its own places to wait.
static void floods_hold_up_nobody(Fixture *fixture, bool claims_come_first) {
    Flood floods[2];
    for (int i = 0; i < 2; i++) {
        bool are_claims = (i == 0) == claims_come_first;
        floods[i] = are_claims ? flood(fixture, "/test/claim", YIELDING_THREADS, LIMIT_YIELDING)
                               : flood(fixture, "/test/heavy", HEAVY_THREADS, LIMIT_HEAVY);
    }
    is_answered(fixture, "/test/beat");
    is_answered(fixture, "/test/fast");
    open_gate(fixture);
    flood_ends(&floods[0]);
    flood_ends(&floods[1]);
}

static void requests_for_work_hold_up_nobody(void **state) {
    floods_hold_up_nobody(*state, true);
}

static void sign_ins_hold_up_nobody(void **state) {
    floods_hold_up_nobody(*state, false);
}

static void one_visitor_leaves_room_for_others(void **state) {
    Fixture *fixture = *state;
    int each = LIMIT_WAITING_EACH(LIMIT_HEAVY);
    int own[HEAVY_THREADS + LIMIT_WAITING_EACH(LIMIT_HEAVY) + 1];
    int own_count = HEAVY_THREADS + each + 1; // one too many
    for (int i = 0; i < own_count; i++) {
        own[i] = begin_from(fixture, 1, "/test/heavy");
        wait_for_held(fixture, i < HEAVY_THREADS ? i + 1 : HEAVY_THREADS);
    }
    int refused;
    wait_for_answers(own, own_count, 1, &refused);
    ends(refused, 503, "Retry-After: 2\r\n");
    int others[LIMIT_WAITING_EACH(LIMIT_HEAVY) + 1];
    for (int i = 0; i < each + 1; i++) {
        others[i] = begin_from(fixture, 2, "/test/heavy");
    }
    wait_for_answers(others, each + 1, 1, &refused); // the others wait, though nobody has gone
    ends(refused, 503, "Retry-After: 2\r\n");
    open_gate(fixture);
    for (int i = 0; i < own_count - 1; i++) {
        ends(own[i], 200, "{\"name\"");
    }
    for (int i = 0; i < each; i++) {
        ends(others[i], 200, "{\"name\"");
    }
}

// How many requests wait or are being answered.
static int waiting_now(const Fixture *fixture) {
    static const char NAME[] = "\nimmure_http_waiting ";
    Text text;
    text_init(&text);
    metrics_write(fixture->metrics, &text);
    const char *line = strstr(text.data, NAME);
    assert_non_null(line);
    int count = atoi(line + strlen(NAME));
    text_release(&text);
    return count;
}

static void wait_for_waiting(const Fixture *fixture, int count) {
    while (waiting_now(fixture) != count) {
        sched_yield();
    }
}

static void visitors_take_turns(void **state) {
    static const int VISITORS[] = {1, 1, 1, 1, 2, 2, 3};
    enum { COUNT = sizeof VISITORS / sizeof *VISITORS };
    Fixture *fixture = *state;
    int clients[COUNT];
    assert_int_equal(HEAVY_THREADS, 1);
    for (int i = 0; i < COUNT; i++) {
        clients[i] = begin_from(fixture, VISITORS[i], "/test/heavy");
        wait_for_held(fixture, 1);
        wait_for_waiting(fixture, i + 1);
    }
    open_gate(fixture);
    for (int i = 0; i < COUNT; i++) {
        ends(clients[i], 200, "{\"name\"");
    }
    assert_string_equal(fixture->order.data, "1123121");
}

static void a_class_signs_in_at_once(void **state) {
    Fixture *fixture = *state;
    struct pollfd clients[CLASS_SIZE];
    for (int i = 0; i < CLASS_SIZE; i++) {
        clients[i] = (struct pollfd){.fd = begin(fixture, "/test/heavy"), .events = POLLIN};
    }
    while (waiting_now(fixture) < CLASS_SIZE) {
        assert_int_equal(poll(clients, CLASS_SIZE, 0), 0); // nobody is refused
    }
    open_gate(fixture);
    for (int i = 0; i < CLASS_SIZE; i++) {
        ends(clients[i].fd, 200, "{\"name\"");
    }
}

// The status of an answer that has begun.
static int begun_status(int client) {
    char head[13] = "";
    assert_int_equal(recv(client, head, sizeof head - 1, MSG_WAITALL), sizeof head - 1);
    return atoi(head + strlen("HTTP/1.1 "));
}

static void unread_answers_are_bounded(void **state) {
    Fixture *fixture = *state;
    int slow[2];
    for (int i = 0; i < 2; i++) {
        slow[i] = begin(fixture, "/test/report");
        assert_int_equal(begun_status(slow[i]), 200);
    }
    ends(begin(fixture, "/test/report"), 503, "Retry-After: 2\r\n");
    is_answered(fixture, "/test/beat"); // small ones are let through
    close(slow[0]);
    int status = 0;
    while (status != 200) { // as soon as it is known that nobody reads the first one
        int client = begin(fixture, "/test/report");
        status = begun_status(client);
        close(client);
    }
    close(slow[1]);
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
        cmocka_unit_test_setup_teardown(sign_ins_hold_up_nobody, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_visitor_leaves_room_for_others, set_up, tear_down),
        cmocka_unit_test_setup_teardown(visitors_take_turns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_class_signs_in_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unread_answers_are_bounded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(slow_answers_delay_no_fast_ones, set_up, tear_down),
        cmocka_unit_test_setup_teardown(clients_may_go_while_they_wait, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_waits_is_answered_before_the_end, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
