#pragma once
// When a search must be back, and how much earlier it stops to be so.
//
// Between the end of the thinking and the answer a simulation is finished, threads fall asleep, a
// line is written; on a loaded machine the system may be busy elsewhere meanwhile. How long that
// takes is measured: a search stops as much before its time is up as the ones before it came back
// late. One unlucky move is remembered for a dozen.

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
