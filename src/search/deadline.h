#pragma once
// The time limit of a search, and the margin by which it stops early to keep it.
//
// Between the stop and the answer a simulation is finished, threads go to sleep and a line is
// written; on a loaded machine the process may not run meanwhile. This delay is measured: a search
// stops earlier by as much as the searches before came back late. One bad delay has an effect on
// about a dozen moves. During a search each thread also measures the longest time between two
// readings of the clock and allows for one more such delay: a program that is started anew for each
// move has no other information.

#include <stdbool.h>
#include <stdint.h>

#define DEADLINE_NEVER INT64_MAX

typedef struct Deadline {
    int64_t margin_ns; // kept from search to search
    int64_t start_ns;
    int64_t stop_ns; // when to stop; DEADLINE_NEVER without a limit
} Deadline;

void deadline_init(Deadline *deadline);

// A search begins and may take `time_ms`; 0 is no limit.
void deadline_start(Deadline *deadline, int64_t now_ns, int64_t time_ms);

// The search is over and its answer is ready.
void deadline_end(Deadline *deadline, int64_t now_ns);

// One thread's readings of the clock in one search.
typedef struct Watch {
    int64_t stop_ns;     // as in Deadline
    int64_t look_ns;     // the last reading
    int64_t wait_ns;     // the longest time between two readings
    int64_t wait_max_ns; // upper bound of wait_ns
} Watch;

// The search began at `start_ns` and stops at `stop_ns`.
void watch_start(Watch *watch, int64_t start_ns, int64_t stop_ns);

// To be called with the clock at least every few milliseconds: whether it is time to stop.
bool watch_look(Watch *watch, int64_t now_ns);
