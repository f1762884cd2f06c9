#pragma once
// Ctrl-C for commands that run for long and have something to finish.

#include <stdatomic.h>

// A flag that is set by SIGINT and SIGTERM from now on. A second signal ends the program at once,
// with the status that a shell gives to such an end.
const atomic_bool *stopping_flag(void);

// The same flag, set by the clock as well.
const atomic_bool *stopping_after(double seconds);
