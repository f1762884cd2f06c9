#pragma once
// When a search must be back, and how much earlier it stops to be so.
//
// Between the end of the thinking and the answer a simulation is finished, threads fall asleep, a
// line is written; on a loaded machine the system may be busy elsewhere meanwhile. How long that
// takes is measured: a search stops as much before its time is up as the ones before it came back
// late. One unlucky move is remembered for a dozen. And while it thinks, a thread sees from looking
// at the clock how long the system keeps it waiting, and leaves room for one more such wait: a
// program that is started for each move has nothing else to go by.

#include <stdbool.h>
#include <stdint.h>

#define DEADLINE_NEVER INT64_MAX

typedef struct Deadline {
    int64_t margin_ns; // kept from search to search
    int64_t start_ns;
    int64_t stop_ns; // when to stop; DEADLINE_NEVER without a limit
} Deadline;

void deadline_init(Deadline *deadline);

// A search begins now and has so much time; 0 is no limit.
void deadline_start(Deadline *deadline, int64_t now_ns, int64_t time_ms);

// The search is over and its answer ready.
void deadline_end(Deadline *deadline, int64_t now_ns);

// One thread's looks at the clock in one search.
typedef struct Watch {
    int64_t stop_ns;     // as in Deadline
    int64_t look_ns;     // when it last looked
    int64_t wait_ns;     // the longest time between two looks
    int64_t wait_max_ns; // more than this is not allowed for
} Watch;

// The search began at `start_ns` and stops at `stop_ns`.
void watch_start(Watch *watch, int64_t start_ns, int64_t stop_ns);

// A look at the clock, at least every few milliseconds: whether it is time to stop.
bool watch_look(Watch *watch, int64_t now_ns);
