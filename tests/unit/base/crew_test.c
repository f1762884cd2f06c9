// Threads that are called together: each does its part once a call.

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/crew.h"

#define SIZE 4
#define RUNS 2000

typedef struct Tally {
    int runs[SIZE]; // each written by one thread only
    _Atomic int sum;
} Tally;

static void count(void *context, int index) {
    Tally *tally = context;
    tally->runs[index]++;
    atomic_fetch_add(&tally->sum, 1);
}

static void everybody_works_once_a_run(void **state) {
    (void)state;
    for (int size = 1; size <= SIZE; size++) {
        Tally tally = {0};
        Crew *crew = crew_new(size);
        assert_non_null(crew);
        assert_int_equal(crew_size(crew), size);
        for (int run = 1; run <= RUNS; run++) {
            crew_run(crew, count, &tally);
            // All are back when it returns.
            assert_int_equal(atomic_load(&tally.sum), run * size);
        }
        for (int i = 0; i < SIZE; i++) {
            assert_int_equal(tally.runs[i], i < size ? RUNS : 0);
        }
        crew_free(crew);
    }
}

static void each_part_is_done_once(void **state) {
    (void)state;
    for (int size = 1; size <= SIZE; size++) {
        Crew *crew = crew_new(size);
        Tally tally = {0};
        crew_share(crew, SIZE, count, &tally);
        crew_share(crew, SIZE - 1, count, &tally);
        for (int part = 0; part < SIZE; part++) {
            assert_int_equal(tally.runs[part], part < SIZE - 1 ? 2 : 1);
        }
        crew_free(crew);
    }
}

static void a_crew_may_never_be_called(void **state) {
    (void)state;
    crew_free(crew_new(SIZE));
    crew_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_works_once_a_run),
        cmocka_unit_test(each_part_is_done_once),
        cmocka_unit_test(a_crew_may_never_be_called),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
