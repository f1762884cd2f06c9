#include "base/stop_signal.h"

#include <time.h>

#include "base/clock.h"

void stop_signal_init(StopSignal *signal) {
    signal->is_given = false;
    pthread_mutex_init(&signal->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&signal->given, &attributes);
    pthread_condattr_destroy(&attributes);
}

void stop_signal_release(StopSignal *signal) {
    pthread_cond_destroy(&signal->given);
    pthread_mutex_destroy(&signal->mutex);
}

bool stop_signal_sleep(StopSignal *signal, int64_t time_ms) {
    int64_t until_ns = clock_now_ns() + time_ms * NS_PER_MS;
    struct timespec until = {.tv_sec = until_ns / NS_PER_S, .tv_nsec = until_ns % NS_PER_S};
    pthread_mutex_lock(&signal->mutex);
    while (
        !signal->is_given && pthread_cond_timedwait(&signal->given, &signal->mutex, &until) == 0) {
    }
    bool goes_on = !signal->is_given;
    pthread_mutex_unlock(&signal->mutex);
    return goes_on;
}

void stop_signal_give(StopSignal *signal) {
    pthread_mutex_lock(&signal->mutex);
    signal->is_given = true;
    pthread_cond_broadcast(&signal->given);
    pthread_mutex_unlock(&signal->mutex);
}
