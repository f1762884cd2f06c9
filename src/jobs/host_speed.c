#include "jobs/host_speed.h"

#include <inttypes.h>
#include <math.h>
#include <time.h>

#include "base/clock.h"
#include "search/bench.h"

// Nodes per second of CPU time on the machine of docs/strength.md, by BENCH_GAMES. A worker scales
// the time limits of games by its speed relative to that machine.
static const double REFERENCE[BENCH_GAMES_COUNT] = {15000, 88000};

static int64_t cpu_now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * NS_PER_S + now.tv_nsec;
}

bool host_measure(Text *bench, double *speed, Error *error) {
    double product = 1;
    for (size_t i = 0; i < BENCH_GAMES_COUNT; i++) {
        BenchResult result;
        int64_t start_ns = cpu_now_ns();
        if (!bench_measure(&BENCH_GAMES[i], NULL, slice_from("immure"), &result, error)) {
            return false;
        }
        // CPU time, so that other programs on the machine do not make it look slow.
        double seconds = (double)(cpu_now_ns() - start_ns + 1) / (double)NS_PER_S;
        product *= (double)result.nodes / seconds / REFERENCE[i];
        text_addf(bench, "%s%s %" PRIu32, i > 0 ? " " : "", BENCH_GAMES[i].name, result.signature);
    }
    *speed = pow(product, 1.0 / BENCH_GAMES_COUNT); // the geometric mean
    return true;
}
