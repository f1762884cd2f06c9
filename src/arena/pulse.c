#include "arena/pulse.h"

#include <stdlib.h>

#include "base/stop_signal.h"

#define PULSE_MS 1000

struct Pulse {
    Live *live;
    const Log *log;
    StopSignal stop;
    pthread_t thread;
};

static void *beat(void *context) {
    Pulse *pulse = context;
    Error error;
    while (stop_signal_sleep(&pulse->stop, PULSE_MS)) {
        if (live_is_watched(pulse->live) && !live_poll(pulse->live, &error)) {
            log_reason(pulse->log, LOG_WARNING, "live-poll-failed", &error);
        }
    }
    return NULL;
}

Pulse *pulse_new(Live *live, const Log *log, Error *error) {
    Pulse *pulse = calloc(1, sizeof *pulse);
    if (!pulse) {
        abort();
    }
    pulse->live = live;
    pulse->log = log;
    stop_signal_init(&pulse->stop);
    if (pthread_create(&pulse->thread, NULL, beat, pulse) != 0) {
        stop_signal_release(&pulse->stop);
        free(pulse);
        error_set(error, ERROR_NO_THREADS, "the server's threads cannot be started");
        return NULL;
    }
    return pulse;
}

void pulse_free(Pulse *pulse) {
    if (pulse) {
        stop_signal_give(&pulse->stop);
        pthread_join(pulse->thread, NULL);
        stop_signal_release(&pulse->stop);
        free(pulse);
    }
}
