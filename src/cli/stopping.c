#include "cli/stopping.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/time.h>

// The one thing that a signal handler can reach is a global.
static atomic_bool is_stopping;

static void stop(int number) {
    atomic_store(&is_stopping, true);
    signal(number, SIG_DFL);
}

const atomic_bool *stopping_flag(void) {
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    return &is_stopping;
}

const atomic_bool *stopping_after(double seconds) {
    const atomic_bool *flag = stopping_flag();
    signal(SIGALRM, stop);
    struct itimerval timer = {.it_value = {.tv_sec = (time_t)seconds + 1}};
    setitimer(ITIMER_REAL, &timer, NULL);
    return flag;
}
