// What it costs to start a program and to talk to it, as lines of `name value`.
//
//     process_bench PROGRAM [ARGUMENT]...
//
// PROGRAM prints one line for each line it reads (tests/hostile's `echo` does). The figures are
// medians, in microseconds; the program's own time is part of them, the same on both ends.

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "median.h"
#include "sandbox/process.h"

enum { STARTS = 400, ROUND_TRIPS = 20000, MEMORY_BYTES = 256 << 20 };

static void print_median(const char *name, int64_t *times_ns, size_t count) {
    printf("%s %.1f\n", name, median_us(times_ns, count));
}

static Process *start(char **argv, const Box *box) {
    Error error;
    Process *process = process_new(&(ProcessOptions){.argv = argv, .box = box}, &error);
    if (!process) {
        fprintf(stderr, "process_bench: %s\n", error.text);
        exit(1);
    }
    return process;
}

static void ask(Process *process) {
    int64_t deadline_ns = clock_now_ns() + 10 * NS_PER_S;
    Slice line;
    if (process_write(process, slice_from("0 3 0 6 2 4\n"), deadline_ns) != PROCESS_OK ||
        process_read_line(process, deadline_ns, &line) != PROCESS_OK) {
        fprintf(stderr, "process_bench: no answer\n");
        exit(1);
    }
}

// A turn of a bot that is started anew for each: until its answer, and until nothing is left of it.
static void bench_starts(char **argv, const Box *box, const char *first_name, const char *name) {
    static int64_t first_byte_ns[STARTS];
    static int64_t whole_ns[STARTS];
    for (int i = 0; i < STARTS; i++) {
        int64_t start_ns = clock_now_ns();
        Process *process = start(argv, box);
        ask(process);
        first_byte_ns[i] = clock_now_ns() - start_ns;
        process_free(process);
        whole_ns[i] = clock_now_ns() - start_ns;
    }
    print_median(first_name, first_byte_ns, STARTS);
    print_median(name, whole_ns, STARTS);
}

// A turn of a bot that keeps running, as it is and when it is stopped between turns.
static void bench_round_trips(char **argv, const char *name, bool suspend) {
    static int64_t times_ns[ROUND_TRIPS];
    Process *process = start(argv, NULL);
    ask(process);
    for (int i = 0; i < ROUND_TRIPS; i++) {
        int64_t start_ns = clock_now_ns();
        if (suspend) {
            process_resume(process);
        }
        ask(process);
        if (suspend) {
            process_suspend(process);
        }
        times_ns[i] = clock_now_ns() - start_ns;
    }
    process_free(process);
    print_median(name, times_ns, ROUND_TRIPS);
}

int main(int argc, char **argv) {
    if (argc < 2 || !process_adopt_orphans(NULL)) {
        fprintf(stderr, "usage: process_bench PROGRAM [ARGUMENT]...\n");
        return 2;
    }
    Box box = {.limits = box_limits(MEMORY_BYTES)};
    bench_starts(argv + 1, NULL, "spawn_to_first_byte_us", "restarted_turn_us");
    bench_starts(argv + 1, &box, "box_start_us", "boxed_turn_us");
    bench_round_trips(argv + 1, "round_trip_us", false);
    bench_round_trips(argv + 1, "round_trip_suspended_us", true);
    return 0;
}
