#include "cli/stopping.h"

#include <signal.h>
#include <stdbool.h>

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
