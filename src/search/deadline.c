#include "search/deadline.h"

#include "base/clock.h"

// The least margin, which an idle machine keeps, and the largest as a share of the time.
#define MARGIN_START_NS (NS_PER_MS / 2)
#define MARGIN_SHARE 4
// After a search that was less late than the margin, one part in so many of the difference is taken
// off it, so that a single delay is forgotten after a dozen moves.
#define MARGIN_FADING 8
// The largest allowance for delays seen during the search, as a share of the time.
#define WAIT_SHARE 8

void deadline_init(Deadline *deadline) {
    *deadline = (Deadline){.margin_ns = MARGIN_START_NS, .stop_ns = DEADLINE_NEVER};
}

void deadline_start(Deadline *deadline, int64_t now_ns, int64_t time_ms) {
    deadline->start_ns = now_ns;
    if (time_ms <= 0 || time_ms > (DEADLINE_NEVER - now_ns) / NS_PER_MS) {
        deadline->stop_ns = DEADLINE_NEVER;
        return;
    }
    int64_t time_ns = time_ms * NS_PER_MS;
    int64_t most_ns = time_ns / MARGIN_SHARE;
    int64_t margin_ns = deadline->margin_ns < most_ns ? deadline->margin_ns : most_ns;
    deadline->stop_ns = now_ns + time_ns - margin_ns;
}

void deadline_end(Deadline *deadline, int64_t now_ns) {
    // A Watch stops by so much earlier at most.
    int64_t early_ns = (deadline->stop_ns - deadline->start_ns) / WAIT_SHARE;
    if (now_ns < deadline->stop_ns - early_ns) {
        return; // it ended for another reason than time
    }
    int64_t late_ns = now_ns - deadline->stop_ns;
    late_ns = late_ns > MARGIN_START_NS ? late_ns : MARGIN_START_NS;
    int64_t more_ns = late_ns - deadline->margin_ns;
    deadline->margin_ns += more_ns > 0 ? more_ns : more_ns / MARGIN_FADING;
}

void watch_start(Watch *watch, int64_t start_ns, int64_t stop_ns) {
    *watch = (Watch){.stop_ns = stop_ns, .look_ns = start_ns};
    if (stop_ns != DEADLINE_NEVER) {
        watch->wait_max_ns = (stop_ns - start_ns) / WAIT_SHARE;
    }
}

bool watch_look(Watch *watch, int64_t now_ns) {
    int64_t wait_ns = now_ns - watch->look_ns;
    wait_ns = wait_ns < watch->wait_max_ns ? wait_ns : watch->wait_max_ns;
    watch->wait_ns = wait_ns > watch->wait_ns ? wait_ns : watch->wait_ns;
    watch->look_ns = now_ns;
    return watch->stop_ns != DEADLINE_NEVER && now_ns >= watch->stop_ns - watch->wait_ns;
}
