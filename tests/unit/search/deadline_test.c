// Time that never was: the clock is an argument, so nothing here waits.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/clock.h"
#include "search/deadline.h"

// One search of 100 ms that comes back `late_ns` after it stopped; returns how early it stopped.
static int64_t search_once(Deadline *deadline, int64_t late_ns) {
    const int64_t start_ns = 5 * NS_PER_S;
    deadline_start(deadline, start_ns, 100);
    int64_t stop_ns = deadline->stop_ns;
    deadline_end(deadline, stop_ns + late_ns);
    return start_ns + 100 * NS_PER_MS - stop_ns;
}

static void a_quiet_machine_uses_nearly_all(void **state) {
    (void)state;
    Deadline deadline;
    deadline_init(&deadline);
    for (int i = 0; i < 10; i++) {
        assert_true(search_once(&deadline, NS_PER_MS / 10) <= NS_PER_MS);
    }
}

// Late by 20 ms once: the next searches would come back in time even if it happened again.
static void a_late_answer_is_remembered_and_fades(void **state) {
    (void)state;
    Deadline deadline;
    deadline_init(&deadline);
    search_once(&deadline, 20 * NS_PER_MS);
    assert_true(search_once(&deadline, 0) == 20 * NS_PER_MS);
    int64_t last_ns = 20 * NS_PER_MS;
    for (int i = 0; i < 40; i++) {
        int64_t margin_ns = search_once(&deadline, NS_PER_MS);
        assert_true(margin_ns <= last_ns && margin_ns >= NS_PER_MS);
        last_ns = margin_ns;
    }
    assert_true(last_ns < 2 * NS_PER_MS);
}

// One search of 100 ms whose thread reads the clock every 0.1 ms and answers at once; returns how
// early it stopped.
static int64_t watch_once(Deadline *deadline) {
    Watch watch;
    int64_t now_ns = 5 * NS_PER_S;
    deadline_start(deadline, now_ns, 100);
    const int64_t end_ns = now_ns + 100 * NS_PER_MS;
    watch_start(&watch, now_ns, deadline->stop_ns);
    while (!watch_look(&watch, now_ns)) {
        now_ns += NS_PER_MS / 10;
    }
    deadline_end(deadline, now_ns);
    return end_ns - now_ns;
}

// The same with searches as they are: a watch ends them a little before they have to stop.
static void a_late_answer_is_forgotten_by_searches_in_time(void **state) {
    (void)state;
    Deadline deadline;
    deadline_init(&deadline);
    search_once(&deadline, 20 * NS_PER_MS);
    assert_true(watch_once(&deadline) >= 20 * NS_PER_MS);
    for (int i = 0; i < 40; i++) {
        watch_once(&deadline);
    }
    assert_true(watch_once(&deadline) < 2 * NS_PER_MS);
}

static void thinking_keeps_three_quarters_of_its_time(void **state) {
    (void)state;
    Deadline deadline;
    deadline_init(&deadline);
    search_once(&deadline, NS_PER_S);
    assert_true(search_once(&deadline, 0) == 25 * NS_PER_MS);
}

static void a_search_that_ends_early_teaches_nothing(void **state) {
    (void)state;
    Deadline deadline;
    deadline_init(&deadline);
    int64_t margin_ns = deadline.margin_ns;
    deadline_start(&deadline, 0, 1000);
    deadline_end(&deadline, 10);
    assert_true(deadline.margin_ns == margin_ns);
    deadline_start(&deadline, 0, 0);
    assert_true(deadline.stop_ns == DEADLINE_NEVER);
    deadline_end(&deadline, NS_PER_S);
    assert_true(deadline.margin_ns == margin_ns);
    // More than a clock can hold is no limit.
    deadline_start(&deadline, NS_PER_S, INT64_MAX / 2);
    assert_true(deadline.stop_ns == DEADLINE_NEVER);
}

// A thread that was kept waiting once leaves room for one more such wait, within reason.
static void waiting_is_allowed_for(void **state) {
    (void)state;
    Watch watch;
    watch_start(&watch, 0, 800 * NS_PER_MS);
    int64_t now_ns = 0;
    for (; now_ns <= 500 * NS_PER_MS; now_ns += NS_PER_MS) {
        assert_false(watch_look(&watch, now_ns));
    }
    for (now_ns = 540 * NS_PER_MS; now_ns < 760 * NS_PER_MS; now_ns += NS_PER_MS) {
        assert_false(watch_look(&watch, now_ns));
    }
    assert_true(watch_look(&watch, 760 * NS_PER_MS));

    watch_start(&watch, 0, 800 * NS_PER_MS);
    assert_false(watch_look(&watch, 600 * NS_PER_MS));
    assert_false(watch_look(&watch, 699 * NS_PER_MS));
    assert_true(watch_look(&watch, 700 * NS_PER_MS));

    watch_start(&watch, 0, DEADLINE_NEVER);
    assert_false(watch_look(&watch, INT64_MAX - 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quiet_machine_uses_nearly_all),
        cmocka_unit_test(a_late_answer_is_remembered_and_fades),
        cmocka_unit_test(a_late_answer_is_forgotten_by_searches_in_time),
        cmocka_unit_test(thinking_keeps_three_quarters_of_its_time),
        cmocka_unit_test(a_search_that_ends_early_teaches_nothing),
        cmocka_unit_test(waiting_is_allowed_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
