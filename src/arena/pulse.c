#include "arena/pulse.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/stop_signal.h"

#define PULSE_MS 1000

struct Pulse {
    Live *live;
    Rooms *rooms;
    const Log *log;
    StopSignal stop;
    pthread_t thread;
};

static void poll(const Pulse *pulse) {
    Error error;
    if (live_is_watched(pulse->live) && !live_poll(pulse->live, &error)) {
        log_reason(pulse->log, LOG_WARNING, "live-poll-failed", &error);
    }
    if (!rooms_poll(pulse->rooms, &error)) {
        log_reason(pulse->log, LOG_WARNING, "rooms-poll-failed", &error);
    }
}

static void *beat(void *context) {
    Pulse *pulse = context;
    int64_t polled_ms = 0;
    int64_t wait_ms;
    do {
        Error error;
        wait_ms = PULSE_MS;
        if (!rooms_tend(pulse->rooms, &wait_ms, &error)) {
            log_reason(pulse->log, LOG_WARNING, "rooms-failed", &error);
        }
        if (clock_now_ms() - polled_ms >= PULSE_MS - PULSE_MS / 10) {
            polled_ms = clock_now_ms();
            poll(pulse);
        }
    } while (stop_signal_sleep(&pulse->stop, wait_ms));
    return NULL;
}

Pulse *pulse_new(Live *live, Rooms *rooms, const Log *log, Error *error) {
    Pulse *pulse = calloc(1, sizeof *pulse);
    if (!pulse) {
        abort();
    }
    pulse->live = live;
    pulse->rooms = rooms;
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
