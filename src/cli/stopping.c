#include "cli/stopping.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/time.h>
#include <unistd.h>

// The one thing that a signal handler can reach is a global.
static atomic_bool is_stopping;

static void stop(int number) {
    if (atomic_exchange(&is_stopping, true) && number != SIGALRM) {
        _exit(128 + number);
    }
}

static void listen_to(int number) {
    struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESTART};
    sigaction(number, &action, NULL);
}

const atomic_bool *stopping_flag(void) {
    listen_to(SIGINT);
    listen_to(SIGTERM);
    return &is_stopping;
}

const atomic_bool *stopping_after(double seconds) {
    const atomic_bool *flag = stopping_flag();
    listen_to(SIGALRM);
    struct itimerval timer = {.it_value = {.tv_sec = (time_t)seconds + 1}};
    setitimer(ITIMER_REAL, &timer, NULL);
    return flag;
}
