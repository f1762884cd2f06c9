// The slots of workers: who has which, and on which cores of the machine.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/cores.h"
#include "jobs/worker_slots.h"
#include "jobs/worker_task.h"

// Of this test alone, while others run workers of their own.
static const char *core_name(void) {
    static char name[32];
    snprintf(name, sizeof name, "immure-test-%d", (int)getpid());
    return name;
}

static void test_slots_need_not_be_side_by_side(void **state) {
    (void)state;
    WorkerSlots slots;
    WorkerTask tasks[5] = {{0}};
    int core;
    worker_slots_init(&slots, 4, core_name());
    for (int i = 0; i < 4; i++) {
        assert_int_equal(worker_slots_count_free(&slots), 4 - i);
        assert_true(worker_slots_take(&slots, 1, &tasks[i], &core));
    }
    assert_false(worker_slots_take(&slots, 1, &tasks[4], &core));
    worker_slots_give_back(&slots, &tasks[0]);
    worker_slots_give_back(&slots, &tasks[2]);
    assert_false(worker_slots_take(&slots, 3, &tasks[4], &core));
    assert_int_equal(worker_slots_count_free(&slots), 2);
    assert_true(worker_slots_take(&slots, 2, &tasks[4], &core));
    assert_int_equal(core, slots.items[0].core);
    assert_int_equal(worker_slots_count_free(&slots), 0);
    worker_slots_give_back(&slots, &tasks[4]);
    assert_int_equal(worker_slots_count_free(&slots), 2);
    // A task that waits for people has none.
    assert_true(worker_slots_take(&slots, 0, &tasks[0], &core));
    assert_int_equal(core, -1);
    worker_slots_release(&slots);
}

// Also that of a worker which leaves cores to others.
static void test_every_slot_has_a_core_of_its_own(void **state) {
    (void)state;
    WorkerSlots all;
    WorkerSlots one;
    worker_slots_init(&one, 1, core_name());
    assert_int_equal(one.items[0].core, cores_nth(0));
    // The other workers of the machine have to do with what is left.
    worker_slots_init(&all, cores_count(), core_name());
    for (int i = 0; i < all.count; i++) {
        assert_int_equal(all.items[i].core, cores_nth(i + 1)); // -1 after the last
    }
    worker_slots_release(&one);
    worker_slots_release(&all);
    worker_slots_init(&all, cores_count(), core_name());
    for (int i = 0; i < all.count; i++) {
        assert_int_equal(all.items[i].core, cores_nth(i));
    }
    worker_slots_release(&all);
}

static void test_more_slots_than_cores_are_not_pinned(void **state) {
    (void)state;
    WorkerSlots slots;
    worker_slots_init(&slots, cores_count() + 1, core_name());
    for (int i = 0; i < slots.count; i++) {
        assert_int_equal(slots.items[i].core, -1);
    }
    worker_slots_release(&slots);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slots_need_not_be_side_by_side),
        cmocka_unit_test(test_every_slot_has_a_core_of_its_own),
        cmocka_unit_test(test_more_slots_than_cores_are_not_pinned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
